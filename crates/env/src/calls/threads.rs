//! What a library for threads asks for, answered for a single one.

use crate::call::Call;
use crate::errno::Errno;
use crate::reply::{DONE, Stop, SysResult, number};
use gap::SystemGap;

use super::time::read_timespec;

/// The address is never used: the end of the thread is the end of the program.
pub(crate) fn set_tid_address(call: &mut Call<'_>) -> SysResult {
    number(call.kernel.processes.id)
}

/// There is no other thread to inherit the locks of the only one.
pub(crate) fn set_robust_list(call: &mut Call<'_>) -> SysResult {
    const HEAD: u64 = 24;
    if call.word(1) == HEAD { DONE } else { Err(Errno::INVAL.into()) }
}

pub(crate) fn arch_prctl(call: &mut Call<'_>) -> SysResult {
    const SET_FS: i32 = 0x1002;
    const GET_FS: i32 = 0x1003;
    match call.int(0) {
        SET_FS => call.kernel.thread_base = call.pointer(1),
        GET_FS => {
            let base = call.kernel.thread_base.clone();
            call.memory.store(&call.pointer(1), 8, &base)?;
        }
        _ => return Err(Errno::INVAL.into()),
    }
    DONE
}

/// There is no thread to wake. Waiting for a change that only another thread could make ends when the time
/// is up, and otherwise never.
pub(crate) fn futex(call: &mut Call<'_>) -> SysResult {
    const COMMAND: u32 = 0x7f;
    const REALTIME: u32 = 0x100;
    let operation = call.flags(1);
    match operation & COMMAND {
        1 | 3 | 10 => DONE,
        4 if call.field(&call.pointer(0), 0, 4)? != u64::from(call.flags(5)) => {
            Err(Errno::AGAIN.into())
        }
        4 => DONE,
        command @ (0 | 9) => {
            if call.field(&call.pointer(0), 0, 4)? != u64::from(call.flags(2)) {
                return Err(Errno::AGAIN.into());
            }
            let Some(at) = call.optional(3) else {
                return Err(Stop::Unsupported(SystemGap::WaitsForThread));
            };
            let time = read_timespec(call, &at)?;
            let clock = &mut call.kernel.clock;
            // The second kind names the time at which to give up, the first how long to wait.
            let duration = match command {
                0 => time,
                _ if operation & REALTIME != 0 => time.saturating_sub(clock.now()),
                _ => time.saturating_sub(clock.uptime()),
            };
            clock.advance(duration);
            Err(Errno::TIMEDOUT.into())
        }
        command => Err(Stop::Unsupported(SystemGap::Operation(command))),
    }
}
