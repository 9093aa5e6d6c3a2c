//! Open files and the descriptors that refer to them.
//!
//! Several descriptors may share one open file and thereby its offset and status flags (`dup`).
//! Open files are entries of a table and not shared pointers, because states that fork must not
//! share offsets.

use std::rc::Rc;

use memory::{Answers, Need, Value};
use numeric::Bits;
use term::{Term, Terms};

use crate::bytes::Bytes;
use crate::errno::Errno;
use crate::reply::Stop;
use crate::tree::NodeId;

/// Flags of `open`, as x86-64 numbers them.
pub(crate) mod flags {
    pub const RDONLY: u32 = 0;
    pub const WRONLY: u32 = 0o1;
    pub const RDWR: u32 = 0o2;
    pub const ACCMODE: u32 = 0o3;
    pub const CREAT: u32 = 0o100;
    pub const EXCL: u32 = 0o200;
    pub const TRUNC: u32 = 0o1000;
    pub const APPEND: u32 = 0o2000;
    pub const NONBLOCK: u32 = 0o4000;
    pub const LARGEFILE: u32 = 0o100_000;
    pub const DIRECTORY: u32 = 0o200_000;
    pub const NOFOLLOW: u32 = 0o400_000;
    pub const NOATIME: u32 = 0o1_000_000;
    pub const CLOEXEC: u32 = 0o2_000_000;
    pub const PATH: u32 = 0o10_000_000;
    pub const TMPFILE: u32 = 0o20_000_000;
}

/// Where a program's output goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// A pipe's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PipeId(pub usize);

/// What an open file reads from or writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Node(NodeId),
    Input,
    Output(Stream),
    /// The end of a pipe that is read.
    PipeOut(PipeId),
    /// The end of a pipe that is written.
    PipeIn(PipeId),
}

/// One entry of a directory being listed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Listed {
    pub name: Bytes,
    pub inode: u64,
    pub type_bits: u32,
}

/// Where the next read or write is; for a directory, the next entry of its listing.
#[derive(Clone, PartialEq, Debug)]
enum Offset {
    Known(u64),
    /// As the program sought it: not negative.
    Sought(Term),
}

/// Access mode and status flags of an open file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Status {
    bits: u32,
    /// All of them as `F_GETFL` shows them, if some are symbolic.
    given: Option<Term>,
}

impl Status {
    /// Symbolic flags: these bits of them are known, among all that reading and writing depend on; those kept show,
    /// and some always do.
    pub fn symbolic(bits: u32, terms: &Terms, flags: &Term, kept: u32, always: u32) -> Status {
        let mut status = Status { bits, given: Some(flags.clone()) };
        status.set(terms, !kept | always, always);
        Status { bits, ..status }
    }

    /// Whether one of these is set.
    pub fn has(&self, flags: u32) -> bool {
        self.bits & flags != 0
    }

    pub fn access(&self) -> u32 {
        self.bits & flags::ACCMODE
    }

    /// Sets those in a mask as given.
    pub fn set(&mut self, terms: &Terms, mask: u32, flags: u32) {
        self.bits = self.bits & !mask | flags & mask;
        self.given = self.given.take().map(|given| {
            let number = |bits: u32| terms.number(given.width(), bits.into());
            terms.or(&terms.and(&given, &number(!mask)), &number(flags & mask))
        });
    }

    /// All flags.
    pub fn value(&self) -> Value {
        let known = Value::Int(self.bits.into());
        self.given.as_ref().map_or(known, |given| Value::term(given.clone()))
    }
}

impl From<u32> for Status {
    fn from(bits: u32) -> Status {
        Status { bits, given: None }
    }
}

/// An open file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Open {
    pub target: Target,
    offset: Offset,
    pub status: Status,
    /// A directory as it was when its listing was begun, so that removing while listing skips
    /// nothing.
    pub listing: Option<Rc<Vec<Listed>>>,
    /// How many descriptors refer to it.
    descriptors: u32,
}

impl Open {
    pub fn new(target: Target, status: Status) -> Open {
        Open { target, offset: Offset::Known(0), status, listing: None, descriptors: 0 }
    }

    /// Where the next read or write is. That has to be a number.
    pub fn offset(&self) -> Result<u64, Stop> {
        match &self.offset {
            Offset::Known(offset) => Ok(*offset),
            Offset::Sought(term) => Err(Need::Number(term.clone()).into()),
        }
    }

    /// The same, for calls that need not know it.
    pub fn offset_term(&self, terms: &Terms) -> Term {
        match &self.offset {
            Offset::Known(offset) => terms.number(Bits(64), *offset),
            Offset::Sought(term) => term.clone(),
        }
    }

    pub fn move_to(&mut self, offset: u64) {
        self.offset = Offset::Known(offset);
    }

    pub fn seek(&mut self, offset: &Term) {
        self.offset = match offset.as_const() {
            Some(known) => Offset::Known(known.low_u64()),
            None => Offset::Sought(offset.clone()),
        };
    }

    /// Access mode 3 allows neither reading nor writing.
    pub fn readable(&self) -> Result<(), Errno> {
        let mode = self.status.access();
        if !matches!(mode, flags::RDONLY | flags::RDWR) || self.status.has(flags::PATH) {
            return Err(Errno::BADF);
        }
        Ok(())
    }

    pub fn writable(&self) -> Result<(), Errno> {
        let mode = self.status.access();
        if !matches!(mode, flags::WRONLY | flags::RDWR) || self.status.has(flags::PATH) {
            return Err(Errno::BADF);
        }
        Ok(())
    }

    pub fn is_nonblocking(&self) -> bool {
        self.status.has(flags::NONBLOCK)
    }
}

/// What happens to a descriptor at `execve`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtExec {
    Keep,
    Close,
}

impl AtExec {
    /// As a flag of `open`, `dup3` or `pipe2` says.
    pub fn of(open_flags: u32) -> AtExec {
        if open_flags & flags::CLOEXEC != 0 { AtExec::Close } else { AtExec::Keep }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Descriptor {
    /// Invariant: `opens[open]` is there and counts this descriptor.
    open: usize,
    at_exec: AtExec,
}

/// The descriptors of one process.
pub(crate) type Numbers = Vec<Option<Descriptor>>;

/// The descriptor table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Descriptors {
    slots: Numbers,
    opens: Vec<Option<Open>>,
    /// Numbers from here on are refused.
    pub limit: u32,
}

impl Descriptors {
    pub fn new(limit: u32) -> Descriptors {
        Descriptors { slots: Vec::new(), opens: Vec::new(), limit }
    }

    /// The open file behind a descriptor.
    pub fn get(&self, fd: u32) -> Result<&Open, Errno> {
        let slot = self.slot(fd)?;
        self.opens[slot.open].as_ref().ok_or(Errno::BADF)
    }

    /// The same, for calls that refuse a descriptor which only stands for a path.
    pub fn get_opened(&self, fd: u32) -> Result<&Open, Errno> {
        self.get(fd).and_then(|o| if o.status.has(flags::PATH) { Err(Errno::BADF) } else { Ok(o) })
    }

    pub fn get_mut(&mut self, fd: u32) -> Result<&mut Open, Errno> {
        let slot = self.slot(fd)?;
        self.opens[slot.open].as_mut().ok_or(Errno::BADF)
    }

    fn slot(&self, fd: u32) -> Result<Descriptor, Errno> {
        self.slots.get(fd as usize).copied().flatten().ok_or(Errno::BADF)
    }

    pub fn at_exec(&self, fd: u32) -> Result<AtExec, Errno> {
        Ok(self.slot(fd)?.at_exec)
    }

    pub fn set_at_exec(&mut self, fd: u32, at_exec: AtExec) -> Result<(), Errno> {
        self.slot(fd)?;
        if let Some(slot) = &mut self.slots[fd as usize] {
            slot.at_exec = at_exec;
        }
        Ok(())
    }

    /// Whether another descriptor can be had, asked before anything is changed for it.
    pub fn has_room(&self) -> Result<(), Errno> {
        self.free(0).map(drop)
    }

    /// Gives an open file the lowest free descriptor.
    pub fn add(&mut self, open: Open, at_exec: AtExec) -> Result<u32, Errno> {
        let fd = self.free(0)?;
        let index = self.opens.iter().position(Option::is_none).unwrap_or(self.opens.len());
        if index == self.opens.len() {
            self.opens.push(None);
        }
        self.opens[index] = Some(open);
        self.fill(fd, index, at_exec);
        Ok(fd)
    }

    /// The lowest free descriptor from `least` on.
    fn free(&self, least: u32) -> Result<u32, Errno> {
        let taken = self.slots.iter().skip(least as usize).take_while(|s| s.is_some()).count();
        let fd = least.saturating_add(taken as u32);
        if fd < self.limit { Ok(fd) } else { Err(Errno::MFILE) }
    }

    fn fill(&mut self, fd: u32, index: usize, at_exec: AtExec) {
        let slot = fd as usize;
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = Some(Descriptor { open: index, at_exec });
        if let Some(open) = &mut self.opens[index] {
            open.descriptors += 1;
        }
    }

    /// Another descriptor, the lowest free one from `least` on, for the same open file.
    pub fn duplicate(&mut self, fd: u32, least: u32, at_exec: AtExec) -> Result<u32, Errno> {
        let index = self.slot(fd)?.open;
        if least >= self.limit {
            return Err(Errno::INVAL);
        }
        let new = self.free(least)?;
        self.fill(new, index, at_exec);
        Ok(new)
    }

    /// Makes `new` a descriptor for the open file of `fd`. Returns the open file that `new` was the
    /// last descriptor of.
    pub fn replace(&mut self, fd: u32, new: u32, at_exec: AtExec) -> Result<Option<Open>, Errno> {
        let index = self.slot(fd)?.open;
        if new >= self.limit {
            return Err(Errno::BADF);
        }
        let closed = if self.slot(new).is_ok() { self.close(new)? } else { None };
        self.fill(new, index, at_exec);
        Ok(closed)
    }

    /// Closes a descriptor. Returns the open file if this was its last descriptor.
    pub fn close(&mut self, fd: u32) -> Result<Option<Open>, Errno> {
        let index = self.slot(fd)?.open;
        self.slots[fd as usize] = None;
        let last = match &mut self.opens[index] {
            Some(open) => {
                open.descriptors -= 1;
                open.descriptors == 0
            }
            None => false,
        };
        Ok(if last { self.opens[index].take() } else { None })
    }

    /// The descriptors as they are, for a process that waits: another has the same from now on.
    pub fn share(&mut self) -> Numbers {
        for slot in self.slots.iter().flatten() {
            if let Some(open) = &mut self.opens[slot.open] {
                open.descriptors += 1;
            }
        }
        self.slots.clone()
    }

    /// Closes all descriptors, and goes on with those of a process that waited. Returns the open files that are no
    /// longer open.
    pub fn give_back(&mut self, numbers: Numbers) -> Vec<Open> {
        let closed = (0..self.bound()).filter_map(|fd| self.close(fd).ok().flatten()).collect();
        self.slots = numbers;
        closed
    }

    /// The descriptors that a command does not get.
    pub fn not_for_commands(&self) -> Vec<u32> {
        (0..self.bound()).filter(|&fd| self.at_exec(fd) == Ok(AtExec::Close)).collect()
    }

    /// Takes note of what is known of offsets now.
    pub fn settle(&mut self, answers: &Answers) {
        for open in self.opens.iter_mut().flatten() {
            if let Offset::Sought(term) = &open.offset
                && let Some(number) = answers.settled(term)
            {
                open.move_to(number);
            }
        }
    }

    /// All open files.
    pub fn opens(&self) -> impl Iterator<Item = &Open> {
        self.opens.iter().flatten()
    }

    /// One more than the highest descriptor ever used.
    pub fn bound(&self) -> u32 {
        self.slots.len() as u32
    }
}
