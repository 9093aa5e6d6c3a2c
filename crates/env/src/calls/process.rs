//! Who the process is, and its end. There are no other processes.

use crate::call::Call;
use crate::config::Spawn;
use crate::errno::Errno;
use crate::layout::Layout;
use crate::reply::{DONE, Outcome, Stop, number};
use gap::SystemGap;

/// The process, its only thread and its group.
pub(crate) const PID: u64 = 1000;

/// The parent and the session.
const PARENT: u64 = 999;

pub(crate) fn getpid(_: &mut Call<'_>) -> Outcome {
    number(PID)
}

/// There is no other process: none can be made, or what would become of it is not known.
pub(crate) fn fork(call: &mut Call<'_>) -> Outcome {
    match call.kernel.spawn {
        Spawn::Fails => Err(Errno::AGAIN.into()),
        Spawn::Unsupported => Err(Stop::Unsupported(SystemGap::Whole)),
    }
}

pub(crate) fn getppid(_: &mut Call<'_>) -> Outcome {
    number(PARENT)
}

/// Whether an argument means this process.
pub(crate) fn is_self(call: &Call<'_>, index: usize) -> Result<(), Errno> {
    let pid = call.int(index);
    if pid == 0 || i64::from(pid) == PID as i64 { Ok(()) } else { Err(Errno::SRCH) }
}

pub(crate) fn getpgid(call: &mut Call<'_>) -> Outcome {
    is_self(call, 0)?;
    number(PID)
}

pub(crate) fn getsid(call: &mut Call<'_>) -> Outcome {
    is_self(call, 0)?;
    number(PARENT)
}

/// The process leads its group already.
pub(crate) fn setpgid(call: &mut Call<'_>) -> Outcome {
    is_self(call, 0)?;
    is_self(call, 1).map_err(|_| Errno::PERM)?;
    DONE
}

/// Refused to the leader of a group.
pub(crate) fn setsid(_: &mut Call<'_>) -> Outcome {
    Err(Errno::PERM.into())
}

pub(crate) fn getuid(call: &mut Call<'_>) -> Outcome {
    number(u64::from(call.kernel.user.id))
}

pub(crate) fn getgid(call: &mut Call<'_>) -> Outcome {
    number(u64::from(call.kernel.user.group))
}

/// Real, effective and saved are always the same.
fn put_three(call: &mut Call<'_>, id: u32) -> Outcome {
    for index in 0..3 {
        call.put(&call.pointer(index), &id.to_le_bytes())?;
    }
    DONE
}

pub(crate) fn getresuid(call: &mut Call<'_>) -> Outcome {
    put_three(call, call.kernel.user.id)
}

pub(crate) fn getresgid(call: &mut Call<'_>) -> Outcome {
    put_three(call, call.kernel.user.group)
}

/// Accepts arguments that change nothing: -1, or the id there is.
fn keep_id(call: &Call<'_>, id: u32, count: usize) -> Outcome {
    let same = (0..count).all(|index| [u32::MAX, id].contains(&call.flags(index)));
    match call.kernel.user.id {
        _ if same => DONE,
        0 => Err(Stop::Unsupported(SystemGap::UserChange)),
        _ => Err(Errno::PERM.into()),
    }
}

pub(crate) fn setuid(call: &mut Call<'_>) -> Outcome {
    keep_id(call, call.kernel.user.id, 1)
}

pub(crate) fn setgid(call: &mut Call<'_>) -> Outcome {
    keep_id(call, call.kernel.user.group, 1)
}

pub(crate) fn setreuid(call: &mut Call<'_>) -> Outcome {
    keep_id(call, call.kernel.user.id, 2)
}

pub(crate) fn setregid(call: &mut Call<'_>) -> Outcome {
    keep_id(call, call.kernel.user.group, 2)
}

pub(crate) fn setresuid(call: &mut Call<'_>) -> Outcome {
    keep_id(call, call.kernel.user.id, 3)
}

pub(crate) fn setresgid(call: &mut Call<'_>) -> Outcome {
    keep_id(call, call.kernel.user.group, 3)
}

/// The process is in its own group only.
pub(crate) fn getgroups(call: &mut Call<'_>) -> Outcome {
    match call.int(0) {
        0 => {}
        1.. => {
            let group = call.kernel.user.group;
            call.put(&call.pointer(1), &group.to_le_bytes())?;
        }
        _ => return Err(Errno::INVAL.into()),
    }
    number(1)
}

/// There are no children to wait for.
pub(crate) fn wait(_: &mut Call<'_>) -> Outcome {
    Err(Errno::CHILD.into())
}

pub(crate) fn exit(call: &mut Call<'_>) -> Outcome {
    Err(Stop::Exit(exit_code(call.word(0) as i32)))
}

/// What is left of a number given to `exit`.
pub fn exit_code(status: i32) -> i32 {
    status & 0xff
}

pub(crate) fn prctl(call: &mut Call<'_>) -> Outcome {
    const SET_PDEATHSIG: i32 = 1;
    const GET_DUMPABLE: i32 = 3;
    const SET_DUMPABLE: i32 = 4;
    const SET_NAME: i32 = 15;
    const GET_NAME: i32 = 16;
    const SET_NO_NEW_PRIVS: i32 = 38;
    /// A name for a mapping, for those who look from outside.
    const SET_VMA: i32 = 0x5356_4d41;
    match call.int(0) {
        SET_NAME => {
            let mut name = call.memory.read_c_string(&call.pointer(1), call.answers)?;
            name.truncate(15);
            let bytes = Layout::new().text(&name, 16).finish();
            call.kernel.thread_name.copy_from_slice(&bytes);
            DONE
        }
        GET_NAME => {
            let name = call.kernel.thread_name;
            call.put(&call.pointer(1), &name)?;
            DONE
        }
        GET_DUMPABLE => number(1),
        SET_PDEATHSIG | SET_DUMPABLE | SET_NO_NEW_PRIVS | SET_VMA => DONE,
        option => Err(Stop::Unsupported(SystemGap::Option(option))),
    }
}
