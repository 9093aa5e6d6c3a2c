//! Changing what is known about files: permissions, owner, times. All in the overlay.

use memory::Value;
use numeric::Bits;

use crate::call::Call;
use crate::clock::Time;
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::numbers::Made;
use crate::reply::{DONE, Stop, SysResult};
use crate::tree::{Follow, Mode, NodeId, Want};

/// The bits of a mode that are not its type.
const PERMISSIONS: u32 = 0o7777;

const AT_SYMLINK_NOFOLLOW: u32 = 0x100;
const AT_EMPTY_PATH: u32 = 0x1000;

/// The owner that `chown` leaves as it is.
const UNCHANGED: u32 = u32::MAX;

impl Kernel {
    fn chmod(&mut self, id: NodeId, mode: Mode) -> SysResult {
        let now = self.clock.stamp();
        let node = self.tree_mut().node_mut(id);
        node.mode = mode;
        node.times.change = now;
        DONE
    }

    fn chown(&mut self, id: NodeId, user: u32, group: u32) -> SysResult {
        let node = self.tree.node(id);
        let user = if user == UNCHANGED { node.user } else { user };
        let group = if group == UNCHANGED { node.group } else { group };
        let keeps_user = user == node.user;
        let own_group = group == node.group || group == self.user.group;
        if self.user.id != 0 && !(self.user.id == node.user && keeps_user && own_group) {
            return Err(Errno::PERM.into());
        }
        let now = self.clock.stamp();
        let node = self.tree_mut().node_mut(id);
        node.user = user;
        node.group = group;
        node.times.change = now;
        DONE
    }

    fn set_times(&mut self, id: NodeId, [access, modification]: [Stamp; 2]) -> SysResult {
        let node = self.tree.node(id);
        if access == Stamp::Now && modification == Stamp::Now {
            if self.user.owns(node).is_err() {
                self.user.may(Want::WRITE, node)?;
            }
        } else if access != Stamp::Keep || modification != Stamp::Keep {
            self.user.owns(node)?;
        }
        let now = self.clock.stamp();
        let times = &mut self.tree_mut().node_mut(id).times;
        times.access = access.apply(times.access, now);
        times.modification = modification.apply(times.modification, now);
        times.change = now;
        DONE
    }
}

/// What a time is to become.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stamp {
    Now,
    Keep,
    Set(Time),
}

impl Stamp {
    fn apply(self, old: Time, now: Time) -> Time {
        match self {
            Stamp::Now => now,
            Stamp::Keep => old,
            Stamp::Set(time) => time,
        }
    }

    /// One of the two `timespec` that a pointer leads to.
    fn timespec(call: &mut Call<'_>, at: &Value, offset: u64) -> Result<Stamp, Stop> {
        const UTIME_NOW: u64 = (1 << 30) - 1;
        const UTIME_OMIT: u64 = (1 << 30) - 2;
        let (seconds, nanoseconds) = (call.field(at, offset, 8)?, call.field(at, offset + 8, 8)?);
        match nanoseconds {
            UTIME_NOW => Ok(Stamp::Now),
            UTIME_OMIT => Ok(Stamp::Keep),
            0..1_000_000_000 => Ok(Stamp::Set(Time { seconds, nanoseconds })),
            _ => Err(Errno::INVAL.into()),
        }
    }

    fn timeval(call: &mut Call<'_>, at: &Value, offset: u64) -> Result<Stamp, Stop> {
        let (seconds, micros) = (call.field(at, offset, 8)?, call.field(at, offset + 8, 8)?);
        if micros >= 1_000_000 {
            return Err(Errno::INVAL.into());
        }
        Ok(Stamp::Set(Time { seconds, nanoseconds: micros * 1000 }))
    }
}

fn chmod_node(call: &mut Call<'_>, id: NodeId, index: usize) -> SysResult {
    let node = call.kernel.tree.node(id);
    call.kernel.user.owns(node)?;
    let mode = call.mode(index, PERMISSIONS, Made::like(node))?;
    call.kernel.chmod(id, mode)
}

pub(crate) fn chmod(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    chmod_node(call, id, 1)
}

pub(crate) fn fchmod(call: &mut Call<'_>) -> SysResult {
    call.kernel.descriptors.get_opened(call.fd(0)?)?;
    let id = call.node_at(0)?;
    chmod_node(call, id, 1)
}

pub(crate) fn fchmodat(call: &mut Call<'_>) -> SysResult {
    let path = call.path(1)?;
    let start = call.start(0, &path)?;
    let id = call.find(start, &path, Follow::Yes)?;
    chmod_node(call, id, 2)
}

pub(crate) fn chown(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    call.kernel.chown(id, call.flags(1), call.flags(2))
}

pub(crate) fn lchown(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::No)?;
    call.kernel.chown(id, call.flags(1), call.flags(2))
}

pub(crate) fn fchown(call: &mut Call<'_>) -> SysResult {
    call.kernel.descriptors.get_opened(call.fd(0)?)?;
    let id = call.node_at(0)?;
    call.kernel.chown(id, call.flags(1), call.flags(2))
}

pub(crate) fn fchownat(call: &mut Call<'_>) -> SysResult {
    let (path, flags) = (call.path_or_empty(1)?, call.flags(4));
    let id = if path.is_empty() && flags & AT_EMPTY_PATH != 0 {
        call.node_at(0)?
    } else {
        let start = call.start(0, &path)?;
        call.find(start, &path, follow(flags))?
    };
    call.kernel.chown(id, call.flags(2), call.flags(3))
}

fn follow(flags: u32) -> Follow {
    if flags & AT_SYMLINK_NOFOLLOW != 0 { Follow::No } else { Follow::Yes }
}

pub(crate) fn utimensat(call: &mut Call<'_>) -> SysResult {
    let times = match call.optional(2) {
        Some(at) => [Stamp::timespec(call, &at, 0)?, Stamp::timespec(call, &at, 16)?],
        None => [Stamp::Now; 2],
    };
    // Without a path it is the descriptor's own file.
    let id = if call.word(1) == 0 {
        call.kernel.descriptors.get_opened(call.fd(0)?)?;
        call.node_at(0)?
    } else {
        let path = call.path(1)?;
        let start = call.start(0, &path)?;
        call.find(start, &path, follow(call.flags(3)))?
    };
    call.kernel.set_times(id, times)
}

pub(crate) fn utimes(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    set_timevals(call, id, 1)
}

pub(crate) fn futimesat(call: &mut Call<'_>) -> SysResult {
    let path = call.path(1)?;
    let start = call.start(0, &path)?;
    let id = call.find(start, &path, Follow::Yes)?;
    set_timevals(call, id, 2)
}

fn set_timevals(call: &mut Call<'_>, id: NodeId, index: usize) -> SysResult {
    let times = match call.optional(index) {
        Some(at) => [Stamp::timeval(call, &at, 0)?, Stamp::timeval(call, &at, 16)?],
        None => [Stamp::Now; 2],
    };
    call.kernel.set_times(id, times)
}

pub(crate) fn utime(call: &mut Call<'_>) -> SysResult {
    let path = call.path(0)?;
    let id = call.find(call.kernel.cwd, &path, Follow::Yes)?;
    let times = match call.optional(1) {
        Some(at) => {
            let stamp = |seconds| Stamp::Set(Time { seconds, nanoseconds: 0 });
            [stamp(call.field(&at, 0, 8)?), stamp(call.field(&at, 8, 8)?)]
        }
        None => [Stamp::Now; 2],
    };
    call.kernel.set_times(id, times)
}

pub(crate) fn umask(call: &mut Call<'_>) -> SysResult {
    let new = call.mask(0, 0o777);
    let old = std::mem::replace(&mut call.kernel.umask, new);
    let terms = call.memory.terms();
    Ok(Value::term(terms.zext(&old.term(terms), Bits(64))))
}

/// Extended attributes: no file system here has them.
pub(crate) fn no_attributes(_: &mut Call<'_>) -> SysResult {
    Err(Errno::OPNOTSUPP.into())
}
