//! The identity of the process, and its end.

use crate::call::Call;
use crate::errno::Errno;
use crate::layout::Layout;
use crate::processes::SESSION;
use crate::reply::{DONE, Stop, SysResult, number};
use gap::SystemGap;

/// The process, which is its only thread.
pub(crate) fn getpid(call: &mut Call<'_>) -> SysResult {
    number(call.kernel.processes.id)
}

pub(crate) fn getppid(call: &mut Call<'_>) -> SysResult {
    number(call.kernel.processes.parent())
}

pub(crate) fn getpgrp(call: &mut Call<'_>) -> SysResult {
    number(call.kernel.processes.group)
}

/// Whether an argument means this process.
pub(crate) fn is_self(call: &Call<'_>, index: usize) -> Result<(), Errno> {
    let pid = call.int(index);
    let own = call.kernel.processes.id as i64;
    if pid == 0 || i64::from(pid) == own { Ok(()) } else { Err(Errno::SRCH) }
}

pub(crate) fn getpgid(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    number(call.kernel.processes.group)
}

pub(crate) fn getsid(call: &mut Call<'_>) -> SysResult {
    is_self(call, 0)?;
    number(SESSION)
}

/// A process is in the group that it was made in, or leads one of its own.
pub(crate) fn setpgid(call: &mut Call<'_>) -> SysResult {
    let (pid, group) = (call.int(0), call.int(1));
    if group < 0 {
        return Err(Errno::INVAL.into());
    }
    // Children have become commands, if they are not gone.
    if call.kernel.processes.children.iter().any(|child| child.id as i64 == i64::from(pid)) {
        return Err(Errno::ACCES.into());
    }
    is_self(call, 0)?;
    let processes = &mut call.kernel.processes;
    match u64::from(group.unsigned_abs()) {
        group if group == processes.group => DONE,
        group if group == 0 || group == processes.id => {
            processes.group = processes.id;
            DONE
        }
        _ => Err(Errno::PERM.into()),
    }
}

/// Refused to the leader of a group. Otherwise nothing changes that the program could see.
pub(crate) fn setsid(call: &mut Call<'_>) -> SysResult {
    let processes = &mut call.kernel.processes;
    if processes.group == processes.id {
        return Err(Errno::PERM.into());
    }
    processes.group = processes.id;
    number(processes.id)
}

pub(crate) fn getuid(call: &mut Call<'_>) -> SysResult {
    number(u64::from(call.kernel.user.id))
}

pub(crate) fn getgid(call: &mut Call<'_>) -> SysResult {
    number(u64::from(call.kernel.user.group))
}

/// Real, effective and saved are always the same.
fn put_three(call: &mut Call<'_>, id: u32) -> SysResult {
    for index in 0..3 {
        call.put(&call.pointer(index), &id.to_le_bytes())?;
    }
    DONE
}

pub(crate) fn getresuid(call: &mut Call<'_>) -> SysResult {
    put_three(call, call.kernel.user.id)
}

pub(crate) fn getresgid(call: &mut Call<'_>) -> SysResult {
    put_three(call, call.kernel.user.group)
}

/// Accepts arguments that change nothing: -1, or the current id.
fn keep_id(call: &Call<'_>, id: u32, count: usize) -> SysResult {
    let same = (0..count).all(|index| [u32::MAX, id].contains(&call.flags(index)));
    match call.kernel.user.id {
        _ if same => DONE,
        0 => Err(Stop::Unsupported(SystemGap::UserChange)),
        _ => Err(Errno::PERM.into()),
    }
}

pub(crate) fn setuid(call: &mut Call<'_>) -> SysResult {
    keep_id(call, call.kernel.user.id, 1)
}

pub(crate) fn setgid(call: &mut Call<'_>) -> SysResult {
    keep_id(call, call.kernel.user.group, 1)
}

pub(crate) fn setreuid(call: &mut Call<'_>) -> SysResult {
    keep_id(call, call.kernel.user.id, 2)
}

pub(crate) fn setregid(call: &mut Call<'_>) -> SysResult {
    keep_id(call, call.kernel.user.group, 2)
}

pub(crate) fn setresuid(call: &mut Call<'_>) -> SysResult {
    keep_id(call, call.kernel.user.id, 3)
}

pub(crate) fn setresgid(call: &mut Call<'_>) -> SysResult {
    keep_id(call, call.kernel.user.group, 3)
}

/// The process is in its own group only.
pub(crate) fn getgroups(call: &mut Call<'_>) -> SysResult {
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

/// For the superuser alone.
pub(crate) fn setgroups(call: &mut Call<'_>) -> SysResult {
    match call.kernel.user.id {
        0 => Err(Stop::Unsupported(SystemGap::UserChange)),
        _ => Err(Errno::PERM.into()),
    }
}

pub(crate) fn exit(call: &mut Call<'_>) -> SysResult {
    Err(Stop::Exit(exit_code(call.word(0) as i32)))
}

/// What is left of a number given to `exit`.
pub fn exit_code(status: i32) -> i32 {
    status & 0xff
}

pub(crate) fn prctl(call: &mut Call<'_>) -> SysResult {
    const SET_PDEATHSIG: i32 = 1;
    const GET_DUMPABLE: i32 = 3;
    const SET_DUMPABLE: i32 = 4;
    const SET_NAME: i32 = 15;
    const GET_NAME: i32 = 16;
    const SET_NO_NEW_PRIVS: i32 = 38;
    /// A name for a mapping, which is seen from outside only.
    const SET_VMA: i32 = 0x5356_4d41;
    match call.int(0) {
        SET_NAME => {
            let name = call.memory.read_c_string(&call.pointer(1), call.answers)?;
            let mut name = call.memory.undefined_mut().take(name);
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
