//! Mapped memory: each mapping is an object.
//!
//! A mapping of a file is a copy of it. That is what a private mapping is, but for changes made to
//! the file afterwards; a shared mapping that may be written is not modelled. Protection is not
//! enforced. A mapping that is unmapped in parts lives until all of it is.

use gap::SystemGap;
use std::collections::BTreeMap;
use std::rc::Rc;

use memory::{Kind, ObjectId, Pointer, Value};

use crate::call::Call;
use crate::descriptors::{Target, flags};
use crate::errno::Errno;
use crate::reply::{DONE, Stop, SysResult};
use crate::store::Store;
use crate::tree::{Body, Contents, Device};

const PAGE: u64 = 4096;

const PROT_WRITE: u32 = 2;
const MAP_SHARED: u32 = 1;
const MAP_TYPE: u32 = 0xf;
const MAP_FIXED: u32 = 0x10;
const MAP_ANONYMOUS: u32 = 0x20;
const MAP_FIXED_NOREPLACE: u32 = 0x10_0000;

/// What a mapping shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Zeros,
    File,
}

#[derive(Clone, PartialEq, Debug)]
struct Mapping {
    source: Source,
    /// The parts that were unmapped, start and end: disjoint, in order, not touching.
    gone: Vec<(u64, u64)>,
}

impl Mapping {
    fn remove(&mut self, mut start: u64, mut end: u64) {
        self.gone.retain(|&(s, e)| {
            let apart = e < start || end < s;
            if !apart {
                start = start.min(s);
                end = end.max(e);
            }
            apart
        });
        self.gone.push((start, end));
        self.gone.sort_unstable();
    }
}

/// The live mappings of one state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Mappings(Rc<BTreeMap<ObjectId, Mapping>>);

impl Mappings {
    fn get_mut(&mut self, id: ObjectId) -> Option<&mut Mapping> {
        Rc::make_mut(&mut self.0).get_mut(&id)
    }
}

/// The mapping an address lies in.
fn mapping_at(call: &Call<'_>, at: &Value) -> Option<Pointer> {
    let at = match *at {
        Value::Ptr { id, offset } => Pointer { id, offset },
        _ => call.memory.find(call.memory.bits(at))?,
    };
    call.kernel.mappings.0.contains_key(&at.id).then_some(at)
}

fn round_up(len: u64) -> Result<u64, Errno> {
    len.checked_next_multiple_of(PAGE).ok_or(Errno::NOMEM)
}

/// What is to be mapped: bytes, or none for zeros.
fn source(call: &Call<'_>) -> Result<Option<Store>, Stop> {
    let (protection, map_flags) = (call.flags(2), call.flags(3));
    if map_flags & MAP_ANONYMOUS != 0 {
        return Ok(None);
    }
    let open = call.kernel.descriptors.get(call.fd(4)?)?;
    open.readable().map_err(|_| Errno::ACCES)?;
    let Target::Node(id) = open.target else { return Err(Errno::NODEV.into()) };
    match call.kernel.tree.node(id).body {
        Body::Device(Device::Zero) => return Ok(None),
        Body::File(Contents::Host(_) | Contents::Own(_)) => {}
        _ => return Err(Errno::NODEV.into()),
    }
    // Shared and private differ in the lowest bit, also for the validating kind.
    if map_flags & MAP_SHARED != 0 && protection & PROT_WRITE != 0 {
        if open.status.access() != flags::RDWR {
            return Err(Errno::ACCES.into());
        }
        return Err(Stop::Unsupported(SystemGap::SharedFile));
    }
    Ok(Some(call.kernel.tree.contents(id)?))
}

pub(crate) fn mmap(call: &mut Call<'_>) -> SysResult {
    let (len, map_flags, offset) = (call.word(1), call.flags(3), call.word(5));
    if len == 0 || !offset.is_multiple_of(PAGE) || !matches!(map_flags & MAP_TYPE, 1..=3) {
        return Err(Errno::INVAL.into());
    }
    let size = round_up(len)?;
    let bytes = source(call)?;
    let at = if map_flags & (MAP_FIXED | MAP_FIXED_NOREPLACE) == 0 {
        fresh(call, size, if bytes.is_some() { Source::File } else { Source::Zeros })?
    } else {
        replaced(call, size)?
    };
    if let Some(bytes) = bytes {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        call.scatter(&at, &bytes.read(start, size as usize))?;
    }
    Ok(at)
}

/// A new mapping of zeros.
fn fresh(call: &mut Call<'_>, size: u64, source: Source) -> Result<Value, Stop> {
    let id = call.memory.allocate(Kind::System, size, PAGE, call.site).ok_or(Errno::NOMEM)?;
    let mapping = Mapping { source, gone: Vec::new() };
    Rc::make_mut(&mut call.kernel.mappings.0).insert(id, mapping);
    Ok(Value::Ptr { id, offset: 0 })
}

/// Part of a mapping made zeros, because something is mapped over it.
fn replaced(call: &mut Call<'_>, size: u64) -> Result<Value, Stop> {
    let at = call.pointer(0);
    if call.flags(3) & MAP_FIXED_NOREPLACE != 0 {
        return Err(Stop::Unsupported(SystemGap::FixedAddress));
    }
    let inside = mapping_at(call, &at).filter(|p| {
        let whole = call.memory.object(p.id).map_or(0, |object| object.size);
        p.offset.checked_add(size).is_some_and(|end| end <= whole)
    });
    let Some(at) = inside.filter(|p| p.offset.is_multiple_of(PAGE)) else {
        return Err(Stop::Unsupported(SystemGap::FixedOutsideMapping));
    };
    let at = Value::from(at);
    call.memory.fill(&at, 0, size)?;
    Ok(at)
}

/// Takes part of a mapping away, and the object with the last part.
fn unmap(call: &mut Call<'_>, at: Pointer, len: u64) {
    let whole = call.memory.object(at.id).map_or(0, |object| object.size);
    let end = at.offset.saturating_add(len).min(whole);
    let Some(mapping) = call.kernel.mappings.get_mut(at.id) else { return };
    if at.offset < end {
        mapping.remove(at.offset, end);
    }
    if mapping.gone == [(0, whole)] {
        Rc::make_mut(&mut call.kernel.mappings.0).remove(&at.id);
        call.memory.kill(at.id, call.site);
    }
}

pub(crate) fn munmap(call: &mut Call<'_>) -> SysResult {
    let (at, len) = (call.pointer(0), call.word(1));
    if len == 0 || !call.word(0).is_multiple_of(PAGE) {
        return Err(Errno::INVAL.into());
    }
    let len = round_up(len)?;
    match mapping_at(call, &at) {
        Some(at) => unmap(call, at, len),
        // What is not mapped may be unmapped, but not what is the program's own.
        None if call.memory.find(call.word(0)).is_some_and(|p| is_live(call, p.id)) => {
            return Err(Stop::Unsupported(SystemGap::NotMapped));
        }
        None => {}
    }
    DONE
}

fn is_live(call: &Call<'_>, id: ObjectId) -> bool {
    call.memory.object(id).is_some_and(|object| object.life == memory::Life::Live)
}

pub(crate) fn mremap(call: &mut Call<'_>) -> SysResult {
    const MAYMOVE: u32 = 1;
    let (at, remap_flags) = (call.pointer(0), call.flags(3));
    let (old, new) = (round_up(call.word(1))?, round_up(call.word(2))?);
    if new == 0 || remap_flags & !MAYMOVE != 0 {
        return Err(Errno::INVAL.into());
    }
    let Some(from) = mapping_at(call, &at) else { return Err(Errno::INVAL.into()) };
    let whole = call.memory.object(from.id).map_or(0, |object| object.size);
    if from.offset != 0 || old != whole {
        return Err(Stop::Unsupported(SystemGap::PartOfMapping));
    }
    if new <= old {
        unmap(call, Pointer { id: from.id, offset: new }, old - new);
        return Ok(Value::from(from));
    }
    if remap_flags & MAYMOVE == 0 {
        return Err(Errno::NOMEM.into());
    }
    let moved = fresh(call, new, Source::Zeros)?;
    call.memory.copy(&moved, &Value::from(from), old)?;
    unmap(call, from, old);
    Ok(moved)
}

pub(crate) fn madvise(call: &mut Call<'_>) -> SysResult {
    const DONTNEED: i32 = 4;
    let (at, len) = (call.pointer(0), round_up(call.word(1))?);
    if !call.word(0).is_multiple_of(PAGE) {
        return Err(Errno::INVAL.into());
    }
    if call.int(2) != DONTNEED || len == 0 {
        return DONE;
    }
    let Some(inside) = mapping_at(call, &at) else { return Err(Errno::NOMEM.into()) };
    match call.kernel.mappings.0.get(&inside.id).map(|mapping| mapping.source) {
        Some(Source::Zeros) => call.memory.fill(&at, 0, len)?,
        _ => return Err(Stop::Unsupported(SystemGap::PagesReadAgain)),
    }
    DONE
}

/// Pages are in memory if anything is there. The pages of one object are looked at together.
pub(crate) fn mincore(call: &mut Call<'_>) -> SysResult {
    let (start, len) = (call.word(0), round_up(call.word(1))?);
    let end = start.checked_add(len).ok_or(Errno::NOMEM)?;
    if !start.is_multiple_of(PAGE) {
        return Err(Errno::INVAL.into());
    }
    let mut page = start;
    while page < end {
        let live = |at: u64| call.memory.find(at).filter(|p| is_live(call, p.id));
        let found = (page..page + PAGE).step_by(16).find_map(live).ok_or(Errno::NOMEM)?;
        let object = call.memory.object(found.id);
        let behind = object.map_or(0, |object| object.address.saturating_add(object.size));
        page = (behind / PAGE * PAGE).max(page + PAGE);
    }
    call.memory.fill(&call.pointer(2), 1, len / PAGE)?;
    DONE
}

/// `mprotect`, `msync`, `mlock` and the like: nothing to do here.
pub(crate) fn accept(_: &mut Call<'_>) -> SysResult {
    DONE
}

/// There is no data segment that grows: `malloc` is not made from system calls.
pub(crate) fn brk(_: &mut Call<'_>) -> SysResult {
    Err(Errno::NOMEM.into())
}
