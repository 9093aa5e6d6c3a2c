//! The machine: name, size, limits, processors, randomness.

use crate::call::Call;
use crate::clock::Time;
use crate::errno::Errno;
use crate::layout::{self, Layout};
use crate::limits::Limit;
use crate::reply::{DONE, Notice, Stop, SysResult, number};
use gap::SystemGap;

use super::process::is_self;

pub(crate) fn uname(call: &mut Call<'_>) -> SysResult {
    call.put(&call.pointer(0), &layout::utsname())?;
    DONE
}

pub(crate) fn sysinfo(call: &mut Call<'_>) -> SysResult {
    let uptime = Time::from_nanoseconds(call.kernel.clock.uptime()).seconds;
    call.put(&call.pointer(0), &layout::sysinfo(uptime))?;
    DONE
}

pub(crate) fn getrusage(call: &mut Call<'_>) -> SysResult {
    let used = match call.int(0) {
        0 | 1 => {
            call.kernel.clock.tick();
            call.kernel.clock.elapsed()
        }
        -1 => 0,
        _ => return Err(Errno::INVAL.into()),
    };
    call.put(&call.pointer(1), &layout::rusage(Time::from_nanoseconds(used)))?;
    DONE
}

/// The limits that an argument points to.
fn read_limit(call: &mut Call<'_>, index: usize) -> Result<Option<Limit>, Stop> {
    let Some(at) = call.optional(index) else { return Ok(None) };
    Ok(Some(Limit { soft: call.field(&at, 0, 8)?, hard: call.field(&at, 8, 8)? }))
}

fn get_limit(call: &Call<'_>, resource: u32) -> Result<Vec<u8>, Errno> {
    let limit = call.kernel.limits.get(resource).ok_or(Errno::INVAL)?;
    Ok(Layout::new().u64(limit.soft).u64(limit.hard).finish())
}

fn set_limit(call: &mut Call<'_>, resource: u32, new: Limit) -> SysResult {
    let old = call.kernel.limits.get(resource).ok_or(Errno::INVAL)?;
    if new.soft > new.hard {
        return Err(Errno::INVAL.into());
    }
    if new.hard > old.hard && call.kernel.user.id != 0 {
        return Err(Errno::PERM.into());
    }
    call.kernel.limits.set(resource, new);
    call.kernel.descriptors.limit = call.kernel.limits.descriptors();
    DONE
}

pub(crate) fn getrlimit(call: &mut Call<'_>) -> SysResult {
    let bytes = get_limit(call, call.flags(0))?;
    call.put(&call.pointer(1), &bytes)?;
    DONE
}

pub(crate) fn setrlimit(call: &mut Call<'_>) -> SysResult {
    match read_limit(call, 1)? {
        Some(new) => set_limit(call, call.flags(0), new),
        None => Err(Stop::Fault(memory::Fault::Null { address: 0 })),
    }
}

pub(crate) fn prlimit64(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    let resource = call.flags(1);
    let old = get_limit(call, resource)?;
    if let Some(new) = read_limit(call, 2)? {
        set_limit(call, resource, new)?;
    }
    call.put_optional(3, &old)?;
    DONE
}

pub(crate) fn getrandom(call: &mut Call<'_>) -> SysResult {
    const MOST: u64 = 32 << 20;
    let len = call.word(1).min(MOST);
    if call.flags(2) & !7 != 0 {
        return Err(Errno::INVAL.into());
    }
    let bytes = call.kernel.random.bytes(len as usize);
    call.put(&call.pointer(0), &bytes)?;
    number(len)
}

/// `sched_yield` and the setting of priorities: no other thread wants to run.
pub(crate) fn accept(_: &mut Call<'_>) -> SysResult {
    DONE
}

/// There is one processor.
pub(crate) fn sched_getaffinity(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    let size = call.word(1);
    if size < 8 || !size.is_multiple_of(8) {
        return Err(Errno::INVAL.into());
    }
    call.put(&call.pointer(2), &1u64.to_le_bytes())?;
    number(8)
}

pub(crate) fn sched_setaffinity(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    if call.word(1) == 0 || call.field(&call.pointer(2), 0, 1)? & 1 == 0 {
        return Err(Errno::INVAL.into());
    }
    DONE
}

pub(crate) fn getcpu(call: &mut Call<'_>) -> SysResult {
    call.put_optional(0, &[0; 4])?;
    call.put_optional(1, &[0; 4])?;
    DONE
}

/// The usual priority, as the system call counts: 20 less the nice value.
pub(crate) fn getpriority(call: &mut Call<'_>) -> SysResult {
    match call.int(0) {
        0..=2 => number(20),
        _ => Err(Errno::INVAL.into()),
    }
}

/// The usual scheduling, of no priority.
pub(crate) fn sched_getscheduler(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    DONE
}

pub(crate) fn sched_getparam(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    call.put(&call.pointer(1), &[0; 4])?;
    DONE
}

pub(crate) fn sched_get_priority(call: &mut Call<'_>) -> SysResult {
    match call.int(0) {
        0 | 3 | 5 => number(0),
        policy => Err(Stop::Unsupported(SystemGap::Policy(policy))),
    }
}

/// A kernel built without the call says so, and programs know another way.
pub(crate) fn no_call(call: &mut Call<'_>) -> SysResult {
    call.kernel.notices.push(Notice::NoCall(call.which.name()));
    Err(Errno::NOSYS.into())
}

/// There is no peer on this machine; what lies beyond it is not known.
pub(crate) fn socket(call: &mut Call<'_>) -> SysResult {
    const LOCAL: i32 = 1;
    match call.int(0) {
        LOCAL => Err(Errno::AFNOSUPPORT.into()),
        family => Err(Stop::Unsupported(SystemGap::Option(family))),
    }
}
