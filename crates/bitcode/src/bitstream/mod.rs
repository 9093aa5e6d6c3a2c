//! The container below bitcode: a stream of bits made of nested blocks and records, in which the
//! file itself may define how its records are abbreviated.
//!
//! [`Stream::next`] gives one entry after the other; abbreviations and the block that holds them
//! (BLOCKINFO) are dealt with here and never seen above. Every record is read into one buffer of
//! the caller, so that reading allocates nothing per record.
//!
//! Reading bits cannot fail: past the end of the bytes they are zero, and [`Stream::next`] looks
//! once per record whether the end was passed. Counts found in the file are checked against the
//! bits that are left before anything is reserved, and the operands of all records together may
//! not outnumber the bits of the file, which bounds what a small malformed file can expand to.

mod abbrev;
mod bits;

use std::rc::Rc;

use crate::error::{ReadError, Result};

use abbrev::{Abbrev, Field, Tail};
pub(crate) use bits::Bits;

const END_BLOCK: u64 = 0;
const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREVIATED: u64 = 3;
const FIRST_ABBREV: u64 = 4;

const BLOCKINFO: u32 = 0;
const BLOCKINFO_SET_BLOCK: u32 = 1;

/// More levels than any block LLVM writes.
const MAX_DEPTH: usize = 32;
/// More kinds of blocks than LLVM has.
const MAX_BLOCK_KINDS: usize = 64;

/// One record: a code and its operands.
#[derive(Default)]
pub(crate) struct Record<'a> {
    /// What kind of record it is, within its kind of block.
    pub code: u32,
    /// Its operands.
    pub ops: Vec<u64>,
    /// The bytes at its end, if its abbreviation says there are any.
    pub blob: Option<&'a [u8]>,
    /// The bit where it starts.
    pub bit: u64,
}

/// What comes next in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A record, now in the buffer.
    Record,
    /// A block: to be entered or skipped.
    Block(BlockHead),
    /// The end of the current block, which has been left.
    End,
}

/// The start of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockHead {
    /// What kind of block it is.
    pub id: u32,
    /// How many bits the number of an abbreviation takes in it.
    width: u32,
    /// The bit after its head.
    start: u64,
    /// The bit after its end.
    pub end: u64,
}

impl BlockHead {
    /// The bit where its contents start.
    pub fn start(&self) -> u64 {
        self.start
    }
}

struct Scope {
    width: u32,
    end: u64,
    abbrevs: Vec<Rc<Abbrev>>,
}

/// A position in a stream of bits, inside some blocks.
pub(crate) struct Stream<'a> {
    bits: Bits<'a>,
    scope: Scope,
    outer: Vec<Scope>,
    /// Abbreviations that the file defines for every block of a kind.
    block_info: Vec<(u32, Vec<Rc<Abbrev>>)>,
    /// How many more operands records may have.
    budget: u64,
}

impl<'a> Stream<'a> {
    /// A stream over `bytes`, at bit `position` outside of all blocks.
    pub fn new(bytes: &'a [u8], position: u64) -> Self {
        let end = bytes.len() as u64 * 8;
        Stream {
            bits: Bits::new(bytes, position),
            scope: Scope { width: 2, end, abbrevs: Vec::new() },
            outer: Vec::new(),
            block_info: Vec::new(),
            budget: end.saturating_mul(2),
        }
    }

    /// Sets what may be expanded to, in operands and bytes.
    pub fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// The bit that is read next.
    pub fn position(&self) -> u64 {
        self.bits.position
    }

    /// How many bits of the current block are left.
    pub fn left(&self) -> u64 {
        self.scope.end.saturating_sub(self.bits.position)
    }

    /// Takes `cost` from what the file may expand to; things that are copied for each use, such
    /// as names, count here.
    pub fn spend(&mut self, cost: usize) -> Result<()> {
        match self.budget.checked_sub(cost as u64) {
            Some(budget) => {
                self.budget = budget;
                Ok(())
            }
            None => Err(self.error("no more contents than fit into a file of this size")),
        }
    }

    fn error(&self, expected: &'static str) -> ReadError {
        ReadError::new(self.bits.position.min(self.bits.bytes.len() as u64 * 8), expected)
    }

    /// Whether all that was read since the last look was there.
    fn verify(&mut self, start: u64, what: &'static str) -> Result<()> {
        if self.bits.overlong {
            self.bits.overlong = false;
            return Err(ReadError::new(start, "a number of at most 64 bits"));
        }
        if self.bits.position > self.scope.end {
            return Err(ReadError::new(start, what));
        }
        Ok(())
    }

    /// The next entry of the current block; a record goes into `record`.
    pub fn next(&mut self, record: &mut Record<'a>) -> Result<Entry> {
        loop {
            let start = self.bits.position;
            let id = self.bits.fixed(self.scope.width);
            match id {
                END_BLOCK => {
                    self.leave(start)?;
                    return Ok(Entry::End);
                }
                ENTER_BLOCK => {
                    let head = self.head(start)?;
                    if head.id != BLOCKINFO {
                        return Ok(Entry::Block(head));
                    }
                    self.read_block_info(head)?;
                }
                DEFINE_ABBREV => {
                    let abbrev = self.define_abbrev(start)?;
                    self.scope.abbrevs.push(Rc::new(abbrev));
                }
                _ => {
                    record.bit = start;
                    self.read_record(id, record)?;
                    return Ok(Entry::Record);
                }
            }
        }
    }

    /// The start of a block outside of all blocks, `None` where there is only padding.
    pub fn top_level(&mut self) -> Result<Option<BlockHead>> {
        let start = self.bits.position;
        // Some tools pad files with zeros, others leave a few bytes that mean nothing.
        let rest = self.bits.bytes.get((start >> 3) as usize..).unwrap_or(&[]);
        if rest.len() < 8 || rest.iter().all(|&b| b == 0) {
            return Ok(None);
        }
        match self.bits.fixed(self.scope.width) {
            ENTER_BLOCK => self.head(start).map(Some),
            id => Err(ReadError::found(start, "the start of a block", id)),
        }
    }

    fn head(&mut self, start: u64) -> Result<BlockHead> {
        let id = self.bits.vbr(8);
        let width = self.bits.vbr(4);
        self.bits.align32();
        let words = self.bits.fixed(32);
        self.verify(start, "the head of a block")?;
        let Ok(id) = u32::try_from(id) else {
            return Err(ReadError::found(start, "a kind of block", id));
        };
        if !(2..=32).contains(&width) {
            return Err(ReadError::found(start, "an abbreviation width of 2 to 32", width));
        }
        let end = self.bits.position + words * 32;
        if end > self.scope.end {
            return Err(ReadError::found(start, "a block that ends within its parent", words * 32));
        }
        Ok(BlockHead { id, width: width as u32, start: self.bits.position, end })
    }

    /// Goes into a block.
    pub fn enter(&mut self, head: BlockHead) -> Result<()> {
        if self.outer.len() >= MAX_DEPTH {
            return Err(ReadError::new(head.start, "blocks nested less deeply"));
        }
        let abbrevs = match self.block_info.iter().find(|(id, _)| *id == head.id) {
            Some((_, abbrevs)) => abbrevs.clone(),
            None => Vec::new(),
        };
        self.spend(abbrevs.len())?;
        self.bits.position = head.start;
        let scope = Scope { width: head.width, end: head.end, abbrevs };
        self.outer.push(std::mem::replace(&mut self.scope, scope));
        Ok(())
    }

    /// Goes past a block.
    pub fn skip(&mut self, head: BlockHead) {
        self.bits.position = head.end;
    }

    fn leave(&mut self, start: u64) -> Result<()> {
        self.bits.align32();
        if self.bits.position != self.scope.end {
            return Err(ReadError::new(start, "the end of a block where its length says"));
        }
        match self.outer.pop() {
            Some(outer) => {
                self.scope = outer;
                Ok(())
            }
            None => Err(ReadError::new(start, "a block to end")),
        }
    }

    #[inline]
    fn read_record(&mut self, id: u64, record: &mut Record<'a>) -> Result<()> {
        record.ops.clear();
        record.blob = None;
        if id == UNABBREVIATED {
            self.read_unabbreviated(record)?;
        } else {
            let index = (id - FIRST_ABBREV) as usize;
            let Some(abbrev) = self.scope.abbrevs.get(index) else {
                return Err(ReadError::found(record.bit, "the number of an abbreviation", id));
            };
            let abbrev = Rc::clone(abbrev);
            self.read_abbreviated(&abbrev, record)?;
        }
        self.verify(record.bit, "a whole record")?;
        self.spend(record.ops.len())
    }

    fn read_unabbreviated(&mut self, record: &mut Record<'a>) -> Result<()> {
        let code = self.bits.vbr(6);
        let count = self.bits.vbr(6);
        record.code = code_of(record.bit, code)?;
        if count > self.left() / 6 {
            return Err(ReadError::found(record.bit, "a record within its block", count));
        }
        record.ops.reserve(count as usize);
        for _ in 0..count {
            let op = self.bits.vbr(6);
            record.ops.push(op);
        }
        Ok(())
    }

    fn read_abbreviated(&mut self, abbrev: &Abbrev, record: &mut Record<'a>) -> Result<()> {
        let mut fields = abbrev.fields.iter();
        let code = match fields.next() {
            Some(&field) => self.bits.field(field),
            None => return Err(ReadError::new(record.bit, "an abbreviation with a code")),
        };
        record.code = code_of(record.bit, code)?;
        for &field in fields {
            let op = self.bits.field(field);
            record.ops.push(op);
        }
        match abbrev.tail {
            Tail::Nothing => {}
            Tail::Array(element) => self.read_array(element, record)?,
            Tail::Blob => self.read_blob(record)?,
        }
        Ok(())
    }

    fn read_array(&mut self, element: Field, record: &mut Record<'a>) -> Result<()> {
        let count = self.bits.vbr(6);
        // Elements of no bits would let a few bits stand for any number of operands.
        if count > self.left().checked_div(element.least_bits()).unwrap_or(0) {
            return Err(ReadError::found(record.bit, "an array within its block", count));
        }
        record.ops.reserve(count as usize);
        match element {
            Field::Fixed(width) if width <= 56 => {
                for _ in 0..count {
                    let op = self.bits.fixed(width);
                    record.ops.push(op);
                }
            }
            _ => {
                for _ in 0..count {
                    let op = self.bits.field(element);
                    record.ops.push(op);
                }
            }
        }
        Ok(())
    }

    fn read_blob(&mut self, record: &mut Record<'a>) -> Result<()> {
        let len = self.bits.vbr(6);
        self.bits.align32();
        let start = self.bits.position / 8;
        let bytes = start.checked_add(len).and_then(|end| {
            if len > self.left() / 8 {
                return None;
            }
            self.bits.bytes.get(start as usize..end as usize)
        });
        let Some(bytes) = bytes else {
            return Err(ReadError::found(record.bit, "bytes within their block", len));
        };
        record.blob = Some(bytes);
        self.bits.position += len * 8;
        self.bits.align32();
        Ok(())
    }

    fn define_abbrev(&mut self, start: u64) -> Result<Abbrev> {
        let abbrev = Abbrev::read(&mut self.bits, start)?;
        self.verify(start, "a whole abbreviation")?;
        self.spend(abbrev.fields.len())?;
        Ok(abbrev)
    }

    fn read_block_info(&mut self, head: BlockHead) -> Result<()> {
        self.enter(head)?;
        let mut record = Record::default();
        let mut current: Option<u32> = None;
        loop {
            let start = self.bits.position;
            match self.bits.fixed(self.scope.width) {
                END_BLOCK => return self.leave(start),
                ENTER_BLOCK => {
                    let inner = self.head(start)?;
                    self.skip(inner);
                }
                DEFINE_ABBREV => {
                    let abbrev = Rc::new(self.define_abbrev(start)?);
                    let Some(id) = current else {
                        return Err(ReadError::new(start, "a kind of block before abbreviations"));
                    };
                    match self.block_info.iter_mut().find(|(known, _)| *known == id) {
                        Some((_, abbrevs)) => abbrevs.push(abbrev),
                        None => self.block_info.push((id, vec![abbrev])),
                    }
                }
                id => {
                    record.bit = start;
                    self.read_record(id, &mut record)?;
                    if record.code == BLOCKINFO_SET_BLOCK {
                        current = record.ops.first().and_then(|&id| u32::try_from(id).ok());
                        if self.block_info.len() >= MAX_BLOCK_KINDS {
                            return Err(ReadError::new(start, "fewer kinds of blocks"));
                        }
                    }
                }
            }
        }
    }
}

fn code_of(bit: u64, code: u64) -> Result<u32> {
    u32::try_from(code).map_err(|_| ReadError::found(bit, "the code of a record", code))
}
