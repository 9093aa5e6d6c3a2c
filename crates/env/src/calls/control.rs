//! `fcntl`, `ioctl` and locks.

use crate::call::Call;
use crate::descriptors::{AtExec, Target, flags};
use crate::errno::Errno;
use crate::pipe;
use crate::processes::SESSION;
use crate::reply::{DONE, Stop, SysResult, number};
use crate::tty::SETTINGS;
use gap::SystemGap;
use memory::Value;

/// The status flags that `F_SETFL` can change.
const SETTABLE: u32 = flags::APPEND | flags::NONBLOCK | flags::NOATIME | 0o20_000 | 0o40_000;

pub(crate) fn fcntl(call: &mut Call<'_>) -> SysResult {
    let (fd, command, argument) = (call.fd(0)?, call.int(1), call.flags(2));
    let descriptors = &mut call.kernel.descriptors;
    let open = descriptors.get(fd)?;
    // A descriptor that only stands for a path can be duplicated and asked for its flags.
    if open.status.has(flags::PATH) && !matches!(command, 0..=3 | 1030) {
        return Err(Errno::BADF.into());
    }
    match command {
        0 => number(u64::from(descriptors.duplicate(fd, argument, AtExec::Keep)?)),
        1030 => number(u64::from(descriptors.duplicate(fd, argument, AtExec::Close)?)),
        1 => number(u64::from(descriptors.at_exec(fd)? == AtExec::Close)),
        2 => {
            let at_exec = if argument & 1 != 0 { AtExec::Close } else { AtExec::Keep };
            descriptors.set_at_exec(fd, at_exec)?;
            DONE
        }
        3 => Ok(open.status.value()),
        4 => {
            descriptors.get_mut(fd)?.status.set(call.memory.terms(), SETTABLE, argument);
            DONE
        }
        // No other process holds locks.
        5 | 36 => report_unlocked(call),
        6 | 7 | 37 | 38 => DONE,
        8 | 10 => DONE,
        9 | 11 => number(0),
        1031 | 1032 => match open.target {
            Target::PipeIn(_) | Target::PipeOut(_) => number(pipe::CAPACITY as u64),
            _ => Err(Errno::BADF.into()),
        },
        _ => Err(Errno::INVAL.into()),
    }
}

/// Answers `F_GETLK`: the lock is free.
fn report_unlocked(call: &mut Call<'_>) -> SysResult {
    const F_UNLCK: u16 = 2;
    call.put(&call.pointer(2), &F_UNLCK.to_le_bytes())?;
    DONE
}

/// No other process holds locks, so every lock is granted.
pub(crate) fn flock(call: &mut Call<'_>) -> SysResult {
    call.kernel.descriptors.get_opened(call.fd(0)?)?;
    DONE
}

const FIONREAD: u32 = 0x541b;
const FIONBIO: u32 = 0x5421;
const FIONCLEX: u32 = 0x5450;
const FIOCLEX: u32 = 0x5451;

pub(crate) fn ioctl(call: &mut Call<'_>) -> SysResult {
    let (fd, request, at) = (call.fd(0)?, call.flags(1), call.pointer(2));
    call.kernel.descriptors.get_opened(fd)?;
    match request {
        FIONREAD => {
            let bytes = (at_hand(call, fd)? as u32).to_le_bytes();
            call.put(&at, &bytes)?;
        }
        FIONBIO => {
            let on = call.field(&at, 0, 4)? != 0;
            let flags = if on { flags::NONBLOCK } else { 0 };
            let status = &mut call.kernel.descriptors.get_mut(fd)?.status;
            status.set(call.memory.terms(), flags::NONBLOCK, flags);
        }
        FIOCLEX => call.kernel.descriptors.set_at_exec(fd, AtExec::Close)?,
        FIONCLEX => call.kernel.descriptors.set_at_exec(fd, AtExec::Keep)?,
        _ => return terminal(call, request, &at),
    }
    DONE
}

const TCGETS: u32 = 0x5401;
const TCSETSF: u32 = 0x5404;
const TCSBRK: u32 = 0x5409;
const TCFLSH: u32 = 0x540b;
const TIOCGPGRP: u32 = 0x540f;
const TIOCSPGRP: u32 = 0x5410;
const TIOCGWINSZ: u32 = 0x5413;
const TIOCSWINSZ: u32 = 0x5414;
const TIOCGSID: u32 = 0x5429;

/// What only terminals understand.
fn terminal(call: &mut Call<'_>, request: u32, at: &Value) -> SysResult {
    let target = call.kernel.descriptors.get(call.fd(0)?)?.target;
    if !call.kernel.tty.is(target) {
        return Err(Errno::NOTTY.into());
    }
    match request {
        TCGETS => call.put(at, &call.kernel.tty.settings.clone())?,
        0x5402..=TCSETSF => {
            let settings = call.take(at, SETTINGS as u64)?;
            call.kernel.tty.settings.copy_from_slice(&settings);
        }
        TIOCGWINSZ => call.put(at, &call.kernel.tty.size.clone())?,
        TIOCSWINSZ => {
            let size = call.take(at, 8)?;
            call.kernel.tty.size.copy_from_slice(&size);
        }
        TIOCGPGRP => call.put(at, &(call.kernel.processes.group as u32).to_le_bytes())?,
        TIOCGSID => call.put(at, &(SESSION as u32).to_le_bytes())?,
        // No output is pending, and which process group is in the foreground has no effect.
        TCSBRK..=TCFLSH | TIOCSPGRP => {}
        _ => return Err(Stop::Unsupported(SystemGap::Operation(request))),
    }
    DONE
}

/// How many bytes can be read at once.
fn at_hand(call: &Call<'_>, fd: u32) -> Result<u64, Stop> {
    let open = call.kernel.descriptors.get(fd)?;
    match open.target {
        Target::Input => Ok(call.kernel.stdin.at_hand(open.offset()?)),
        Target::PipeIn(id) | Target::PipeOut(id) => Ok(call.kernel.pipes.len(id) as u64),
        Target::Node(id) => Ok(call.kernel.tree.node(id).size().saturating_sub(open.offset()?)),
        Target::Output(_) => Err(Errno::NOTTY.into()),
    }
}
