//! Copying between open files without the program seeing the bytes.

use memory::Value;

use crate::call::Call;
use crate::descriptors::{Open, Target, flags};
use crate::errno::Errno;
use crate::reply::{Stop, SysResult, number};
use crate::tree::NodeId;

use super::size::file_of;
use super::transfer::Position;

/// One side of a copy between files: the descriptor, and where the program keeps the offset if it
/// is not the open file's.
struct Side {
    fd: u32,
    offset: Option<Value>,
}

impl Side {
    fn position(&self, call: &mut Call<'_>) -> Result<Position, Stop> {
        match &self.offset {
            Some(at) => Ok(Position::at(call.field(at, 0, 8)?)?),
            None => Ok(Position::Current),
        }
    }
}

/// Copies between open files, moving both positions by what was written.
fn copy(call: &mut Call<'_>, from: &Side, to: &Side, len: u64) -> SysResult {
    let (source, target) = (from.position(call)?, to.position(call)?);
    let start = source.offset(call.kernel.descriptors.get(from.fd)?)?;
    let bytes = call.kernel.read(from.fd, len, Position::At(start))?;
    let written = call.kernel.write(to.fd, &bytes, target)?;
    match &from.offset {
        Some(at) => call.put(at, &(start + written).to_le_bytes())?,
        None => call.kernel.descriptors.get_mut(from.fd)?.move_to(start + written),
    }
    if let (Some(at), Position::At(offset)) = (&to.offset, target) {
        call.put(at, &(offset + written).to_le_bytes())?;
    }
    number(written)
}

pub(crate) fn sendfile(call: &mut Call<'_>) -> SysResult {
    let (to, from, len) = (call.fd(0)?, call.fd(1)?, call.word(3));
    call.kernel.descriptors.get(from)?.readable()?;
    let out = call.kernel.descriptors.get(to)?;
    out.writable()?;
    if out.status.has(flags::APPEND) {
        return Err(Errno::INVAL.into());
    }
    file_of(call, from)?;
    let from = Side { fd: from, offset: call.optional(2) };
    copy(call, &from, &Side { fd: to, offset: None }, len)
}

/// The file of one side of `copy_file_range`.
fn copied_file(call: &Call<'_>, open: &Open) -> Result<NodeId, Errno> {
    match open.target {
        Target::Node(id) if call.kernel.tree.node(id).is_directory() => Err(Errno::ISDIR),
        Target::Node(id) if call.kernel.is_file(id) => Ok(id),
        _ => Err(Errno::INVAL),
    }
}

pub(crate) fn copy_file_range(call: &mut Call<'_>) -> SysResult {
    let (from, to, len) = (call.fd(0)?, call.fd(2)?, call.word(4));
    let into = call.kernel.descriptors.get_opened(from)?;
    let out = call.kernel.descriptors.get_opened(to)?;
    if call.word(5) != 0 {
        return Err(Errno::INVAL.into());
    }
    let (source, target) = (copied_file(call, into)?, copied_file(call, out)?);
    into.readable()?;
    out.writable()?;
    if out.status.has(flags::APPEND) {
        return Err(Errno::BADF.into());
    }
    if source == target {
        // Only ranges that do not overlap may be copied inside one file; leave it to the program.
        return Err(Errno::INVAL.into());
    }
    let from = Side { fd: from, offset: call.optional(1) };
    let to = Side { fd: to, offset: call.optional(3) };
    copy(call, &from, &to, len)
}
