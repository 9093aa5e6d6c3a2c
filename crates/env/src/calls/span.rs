//! Where and how much a call reads or writes, by arguments that may be symbolic.
//!
//! What makes no difference is not asked: how far behind the end a read starts, or how much more than there is it asks
//! for. Such an argument is taken for the least that does the same.

use term::{Term, Terms};

use crate::call::Call;
use crate::descriptors::{Target, flags};
use crate::errno::Errno;
use crate::reply::{Stop, SysResult, number};
use crate::tree::{Body, Device, MAX_FILE};

use super::transfer::{MAX_TRANSFER, Position};

/// The largest offset there is.
const LAST: u64 = i64::MAX as u64;

/// An offset argument; negative ones are refused.
pub(super) fn offset(call: &Call<'_>, index: usize) -> Result<Term, Stop> {
    let at = call.term(index);
    if call.exceeds(&at, LAST)? { Err(Errno::INVAL.into()) } else { Ok(at) }
}

/// Whether a transfer would go beyond the largest offset.
fn is_beyond(call: &Call<'_>, at: &Term, len: &Term) -> Result<bool, Stop> {
    let terms = call.memory.terms();
    let most = terms.number(len.width(), MAX_TRANSFER);
    let moved = terms.ite(&terms.ult(&most, len), &most, len);
    let left = terms.sub(&terms.number(at.width(), LAST), at);
    call.decide(&terms.ult(&left, &moved))
}

/// Where a read starts and how many bytes it takes: at the offset given, otherwise at that of the open file.
pub(super) fn read(call: &Call<'_>, at: Option<Term>) -> Result<(Position, u64), Stop> {
    let open = call.kernel.descriptors.get(call.fd(0)?)?;
    let len = call.term(2);
    let id = match open.target {
        Target::Node(id) => id,
        _ if at.is_some() => return Err(Errno::SPIPE.into()),
        Target::PipeIn(id) | Target::PipeOut(id) => {
            // Whether it is any at all matters even for an empty pipe.
            let there = call.kernel.pipes.len(id).max(1) as u64;
            return Ok((Position::Current, call.up_to(&len, there)?));
        }
        Target::Output(_) => return Ok((Position::Current, call.up_to(&len, 0)?)),
        Target::Input => return Ok((Position::Current, call.number_of(&len)?)),
    };
    open.readable()?;
    let here = at.clone().unwrap_or_else(|| open.offset_term(call.memory.terms()));
    let position = |offset| at.as_ref().map_or(Position::Current, |_| Position::At(offset));
    if is_beyond(call, &here, &len)? {
        return Ok((Position::At(LAST), 1));
    }
    let node = call.kernel.tree.node(id);
    match node.body {
        Body::Device(Device::Null | Device::Descriptor(_) | Device::Terminal)
        | Body::Directory(_)
        | Body::Link(_) => Ok((Position::At(0), call.up_to(&len, 0)?)),
        Body::Device(_) => Ok((Position::At(0), call.number_of(&len)?)),
        Body::File(_) => {
            let size = node.size();
            if size == 0 || call.exceeds(&here, size - 1)? {
                return Ok((Position::At(size), call.up_to(&len, 0)?));
            }
            let offset = call.number_of(&here)?;
            Ok((position(offset), call.up_to(&len, size - offset)?))
        }
    }
}

/// How many bytes there are to be read at a position, where that is known.
pub(super) fn there(call: &Call<'_>, position: Position) -> Option<u64> {
    let open = call.kernel.descriptors.get(call.fd(0).ok()?).ok()?;
    match open.target {
        // Whether any are asked for matters even for an empty pipe.
        Target::PipeIn(id) | Target::PipeOut(id) => Some(call.kernel.pipes.len(id).max(1) as u64),
        Target::Node(id) => {
            let node = call.kernel.tree.node(id);
            let at = position.offset(open).ok()?;
            // Near the largest offset the length decides whether it is an error.
            let is_plain = matches!(node.body, Body::File(_)) && at < LAST - MAX_TRANSFER;
            is_plain.then(|| node.size().saturating_sub(at))
        }
        Target::Input | Target::Output(_) => None,
    }
}

/// The same for a write.
pub(super) fn write(call: &Call<'_>, at: Option<Term>) -> Result<(Position, u64), Stop> {
    let open = call.kernel.descriptors.get(call.fd(0)?)?;
    if at.is_some() && !matches!(open.target, Target::Node(_)) {
        return Err(Errno::SPIPE.into());
    }
    open.writable()?;
    let len = call.term(2);
    let len = match call.room(&call.pointer(1)) {
        Some(room) => call.up_to(&len, room + 1)?,
        None => call.number_of(&len)?,
    };
    let Some(at) = at else { return Ok((Position::Current, len)) };
    let appends = open.status.has(flags::APPEND);
    if is_beyond(call, &at, &call.memory.terms().number(at.width(), len))? {
        Ok((Position::At(LAST), len))
    } else if appends {
        Ok((Position::At(0), len))
    } else {
        Ok((Position::At(call.up_to(&at, MAX_FILE + 1)?), len))
    }
}

/// The length that a file is to have.
pub(super) fn size(call: &Call<'_>, index: usize) -> Result<u64, Stop> {
    let len = call.term(index);
    match len.as_const() {
        None if call.exceeds(&len, LAST)? => Ok(LAST + 1),
        _ => call.up_to(&len, MAX_FILE + 1),
    }
}

pub(crate) fn lseek(call: &mut Call<'_>) -> SysResult {
    let (fd, by) = (call.fd(0)?, call.term(1));
    let open = call.kernel.descriptors.get_opened(fd)?;
    let whence = call.up_to(&call.int_term(2), 5)?;
    if whence > 4 {
        return Err(Errno::INVAL.into());
    }
    let Target::Node(id) = open.target else { return Err(Errno::SPIPE.into()) };
    let node = call.kernel.tree.node(id);
    if let Body::Device(_) = node.body {
        return number(0);
    }
    // The end of a directory is where ext4 has it; `/proc` and its like have none.
    let size = match (node.is_directory(), node.is_made_up) {
        (true, true) => 0,
        (true, false) => LAST,
        _ => node.size(),
    };
    let terms = call.memory.terms().clone();
    let word = |n: u64| terms.number(by.width(), n);
    let new = match whence {
        0 => by,
        1 => sum(call, &terms, &open.offset_term(&terms), &by)?,
        2 => sum(call, &terms, &word(size), &by)?,
        // A file is all data up to its end, where the hole is.
        _ if size == 0 || call.exceeds(&by, size - 1)? => return Err(Errno::NXIO.into()),
        3 => by,
        _ => word(size),
    };
    if call.exceeds(&new, LAST)? {
        return Err(Errno::INVAL.into());
    }
    call.kernel.descriptors.get_mut(fd)?.seek(&new);
    match new.as_const() {
        Some(known) => number(known.low_u64()),
        None => Ok(memory::Value::term(new)),
    }
}

/// An offset and a distance that may be negative.
fn sum(call: &Call<'_>, terms: &Terms, offset: &Term, by: &Term) -> Result<Term, Stop> {
    let left = terms.sub(&terms.number(offset.width(), LAST), offset);
    match call.decide(&terms.slt(&left, by))? {
        true => Err(Errno::OVERFLOW.into()),
        false => Ok(terms.add(offset, by)),
    }
}
