//! Reading, writing and moving about in open files.
//!
//! Access times are not kept (as on a host mounted `noatime`).

use gap::SystemGap;
use memory::Value;

use crate::bytes::Bytes;
use crate::call::Call;
use crate::descriptors::{Open, PipeId, Stream, Target, flags};
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::pipe::Transfer;
use crate::queue::Arrival;
use crate::reply::{Stop, SysResult, number};
use crate::signal::{Recipient, SIGPIPE};
use crate::tree::{Body, Device, MAX_FILE, NodeId};

use super::span;

/// No transfer moves more than this at once.
pub(super) const MAX_TRANSFER: u64 = 0x7fff_f000;

/// A device without end gives at most this much at once.
const MAX_ENDLESS: usize = 32 << 20;

/// No more parts than this in a vectored transfer.
const IOV_MAX: u64 = 1024;

/// Where in a file a transfer begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// At the offset of the open file, which moves on.
    Current,
    /// Here, and the offset stays.
    At(u64),
}

impl Position {
    /// An offset argument; negative ones are refused.
    pub fn at(offset: u64) -> Result<Position, Errno> {
        if offset > i64::MAX as u64 { Err(Errno::INVAL) } else { Ok(Position::At(offset)) }
    }

    pub fn offset(self, open: &Open) -> Result<u64, Stop> {
        match (self, open.target) {
            (Position::Current, _) => open.offset(),
            (Position::At(offset), Target::Node(_)) => Ok(offset),
            (Position::At(_), _) => Err(Errno::SPIPE.into()),
        }
    }
}

/// Refuses what would go beyond the largest offset there can be, whatever the file is.
fn check_end(at: u64, len: u64) -> Result<(), Errno> {
    match at.checked_add(len) {
        Some(end) if end <= i64::MAX as u64 => Ok(()),
        _ => Err(Errno::INVAL),
    }
}

impl Kernel {
    /// Takes up to `len` bytes from an open file.
    pub(super) fn read(&mut self, fd: u32, len: u64, position: Position) -> Result<Bytes, Stop> {
        let open = self.descriptors.get(fd)?;
        let at = position.offset(open)?;
        open.readable()?;
        check_end(at, len)?;
        let target = open.target;
        let len = len.min(MAX_TRANSFER) as usize;
        let bytes = match target {
            Target::Node(id) => self.read_node(id, at, len)?,
            Target::Input => self.stdin.read(at, len)?.into(),
            // What is typed there would be read, and that is known of standard input only.
            Target::Output(_) => return Err(Stop::Unsupported(SystemGap::Terminal)),
            Target::PipeOut(id) | Target::PipeIn(id) => self.read_pipe(fd, id, len)?,
        };
        if position == Position::Current {
            self.descriptors.get_mut(fd)?.move_to(at + bytes.len() as u64);
        }
        Ok(bytes)
    }

    fn read_node(&mut self, id: NodeId, at: u64, len: usize) -> Result<Bytes, Errno> {
        match self.tree.node(id).body {
            Body::Device(Device::Null | Device::Descriptor(_) | Device::Terminal) => {
                Ok(Bytes::default())
            }
            Body::Device(Device::Zero | Device::Full) => Ok(vec![0; len.min(MAX_ENDLESS)].into()),
            Body::Device(Device::Random) => Ok(self.random.bytes(len.min(MAX_ENDLESS)).into()),
            Body::File(_) | Body::Directory(_) | Body::Link(_) => {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                Ok(self.tree.contents(id)?.read(at, len))
            }
        }
    }

    fn read_pipe(&mut self, fd: u32, id: PipeId, len: usize) -> Result<Bytes, Stop> {
        match self.pipes.read(id, len) {
            Transfer::Done(bytes) => Ok(bytes),
            Transfer::Closed => Ok(Bytes::default()),
            Transfer::Blocks if self.descriptors.get(fd)?.is_nonblocking() => {
                Err(Errno::AGAIN.into())
            }
            Transfer::Blocks => Err(Stop::Unsupported(SystemGap::WaitsForEmptyPipe)),
        }
    }

    /// Puts bytes into an open file; how many.
    pub(super) fn write(
        &mut self,
        fd: u32,
        bytes: &Bytes,
        position: Position,
    ) -> Result<u64, Stop> {
        let open = self.descriptors.get(fd)?;
        let at = position.offset(open)?;
        open.writable()?;
        check_end(at, bytes.len() as u64)?;
        let append = open.status.has(flags::APPEND);
        match open.target {
            Target::Node(id) => {
                let size = self.tree.node(id).size();
                let at = if append && self.is_file(id) { size } else { at };
                self.write_node(id, at, bytes)?;
                if position == Position::Current && !bytes.is_empty() {
                    self.descriptors.get_mut(fd)?.move_to(at + bytes.len() as u64);
                }
            }
            // The terminal behind descriptor 0 is the same as behind 1.
            Target::Input => self.put_output(Stream::Out, bytes),
            Target::Output(stream) => self.put_output(stream, bytes),
            Target::PipeIn(id) | Target::PipeOut(id) => return self.write_pipe(fd, id, bytes),
        }
        Ok(bytes.len() as u64)
    }

    pub(super) fn is_file(&self, id: NodeId) -> bool {
        matches!(self.tree.node(id).body, Body::File(_))
    }

    fn write_node(&mut self, id: NodeId, at: u64, bytes: &Bytes) -> Result<(), Errno> {
        match self.tree.node(id).body {
            Body::Device(Device::Full) if !bytes.is_empty() => return Err(Errno::NOSPC),
            Body::Device(_) => return Ok(()),
            _ if bytes.is_empty() => return Ok(()),
            _ => {}
        }
        let end = at.saturating_add(bytes.len() as u64);
        if end > MAX_FILE {
            return Err(Errno::FBIG);
        }
        let now = self.clock.stamp();
        self.tree_mut().contents_mut(id, now)?.write(at as usize, bytes);
        Ok(())
    }

    fn write_pipe(&mut self, fd: u32, id: PipeId, bytes: &Bytes) -> Result<u64, Stop> {
        let nonblocking = self.descriptors.get(fd)?.is_nonblocking();
        match self.pipes.write(id, bytes) {
            Transfer::Done(n) if n == bytes.len() || nonblocking => Ok(n as u64),
            Transfer::Blocks if nonblocking => Err(Errno::AGAIN.into()),
            Transfer::Done(_) | Transfer::Blocks => {
                Err(Stop::Unsupported(SystemGap::WaitsForFullPipe))
            }
            Transfer::Closed => {
                // It says that the process sent it to itself.
                let origin = self.sender(Recipient::Process);
                self.signals.raise(Arrival { signal: SIGPIPE, origin }, Recipient::Thread)?;
                Err(Errno::PIPE.into())
            }
        }
    }
}

/// The parts of a vectored transfer.
struct Parts(Vec<(Value, u64)>);

impl Parts {
    fn one(at: Value, len: u64) -> Parts {
        Parts(vec![(at, len.min(MAX_TRANSFER))])
    }

    /// The array of `struct iovec` that two arguments give. What goes beyond `there`, if that is known, makes no
    /// difference.
    fn of(call: &mut Call<'_>, there: Option<u64>) -> Result<Parts, Stop> {
        let (array, count) = (call.pointer(1), call.word(2));
        if count > IOV_MAX {
            return Err(Errno::INVAL.into());
        }
        let mut parts = Vec::new();
        let mut room = MAX_TRANSFER;
        let mut there = there;
        for i in 0..count {
            let at = call.pointer_field(&array, 16 * i)?;
            let len = call.field_term(&array, 16 * i + 8)?;
            if call.exceeds(&len, i64::MAX as u64)? {
                return Err(Errno::INVAL.into());
            }
            // One byte more than the object has is a fault, however many more they are.
            let space = call.room(&at).map(|room| room + 1);
            let len = match [there, space].into_iter().flatten().min() {
                Some(bound) => call.up_to(&len, bound)?,
                None => call.number_of(&len)?,
            };
            let len = len.min(room);
            room -= len;
            there = there.map(|there| there.saturating_sub(len));
            parts.push((at, len));
        }
        Ok(Parts(parts))
    }

    fn len(&self) -> u64 {
        self.0.iter().map(|part| part.1).sum()
    }

    /// Reads them from the program.
    fn gather(&self, call: &mut Call<'_>) -> Result<Bytes, Stop> {
        if let [(at, len)] = &self.0[..] {
            return call.gather(at, *len);
        }
        let mut bytes = Bytes::default();
        for (at, len) in &self.0 {
            bytes.append(&call.gather(at, *len)?);
        }
        Ok(bytes)
    }

    /// Hands bytes to the program.
    fn scatter(&self, call: &mut Call<'_>, bytes: &Bytes) -> Result<(), Stop> {
        let mut done = 0;
        for (at, len) in &self.0 {
            let end = done + (*len as usize).min(bytes.len() - done);
            call.scatter(at, &bytes.slice(done..end))?;
            done = end;
        }
        Ok(())
    }
}

fn read_parts(call: &mut Call<'_>, parts: &Parts, position: Position) -> SysResult {
    let bytes = call.kernel.read(call.fd(0)?, parts.len(), position)?;
    parts.scatter(call, &bytes)?;
    number(bytes.len() as u64)
}

fn write_parts(call: &mut Call<'_>, parts: &Parts, position: Position) -> SysResult {
    let fd = call.fd(0)?;
    // A bad descriptor is an error even where the bytes are a fault.
    let open = call.kernel.descriptors.get(fd)?;
    position.offset(open)?;
    open.writable()?;
    let bytes = parts.gather(call)?;
    number(call.kernel.write(fd, &bytes, position)?)
}

pub(crate) fn read(call: &mut Call<'_>) -> SysResult {
    let (position, len) = span::read(call, None)?;
    read_parts(call, &Parts::one(call.pointer(1), len), position)
}

pub(crate) fn write(call: &mut Call<'_>) -> SysResult {
    let (position, len) = span::write(call, None)?;
    write_parts(call, &Parts::one(call.pointer(1), len), position)
}

pub(crate) fn pread64(call: &mut Call<'_>) -> SysResult {
    let at = span::offset(call, 3)?;
    let (position, len) = span::read(call, Some(at))?;
    read_parts(call, &Parts::one(call.pointer(1), len), position)
}

pub(crate) fn pwrite64(call: &mut Call<'_>) -> SysResult {
    let at = span::offset(call, 3)?;
    let (position, len) = span::write(call, Some(at))?;
    write_parts(call, &Parts::one(call.pointer(1), len), position)
}

fn read_into(call: &mut Call<'_>, position: Position) -> SysResult {
    let there = span::there(call, position);
    let parts = Parts::of(call, there)?;
    read_parts(call, &parts, position)
}

fn write_from(call: &mut Call<'_>, position: Position) -> SysResult {
    let parts = Parts::of(call, None)?;
    write_parts(call, &parts, position)
}

pub(crate) fn readv(call: &mut Call<'_>) -> SysResult {
    read_into(call, Position::Current)
}

pub(crate) fn writev(call: &mut Call<'_>) -> SysResult {
    write_from(call, Position::Current)
}

pub(crate) fn preadv(call: &mut Call<'_>) -> SysResult {
    let position = Position::at(call.word(3))?;
    read_into(call, position)
}

pub(crate) fn pwritev(call: &mut Call<'_>) -> SysResult {
    let position = Position::at(call.word(3))?;
    write_from(call, position)
}

/// The position of `preadv2` and `pwritev2`: -1 is the open file's own.
fn position_or_current(call: &Call<'_>) -> Result<Position, Errno> {
    match call.word(3) {
        u64::MAX => Ok(Position::Current),
        offset => Position::at(offset),
    }
}

pub(crate) fn preadv2(call: &mut Call<'_>) -> SysResult {
    let position = position_or_current(call)?;
    read_into(call, position)
}

pub(crate) fn pwritev2(call: &mut Call<'_>) -> SysResult {
    let position = position_or_current(call)?;
    write_from(call, position)
}
