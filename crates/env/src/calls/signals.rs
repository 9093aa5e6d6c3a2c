//! Signals: actions, masks, and sending to oneself.

use gap::SystemGap;
use memory::Value;

use crate::call::Call;
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::processes;
use crate::queue::{Arrival, Origin};
use crate::reply::{DONE, Stop, SysResult, number};
use crate::signal::{Action, AlternateStack, LAST, Recipient, SIGKILL, SIGSTOP};

use super::time::read_timespec;

/// Sets of signals are eight bytes.
const SET_SIZE: u64 = 8;

fn check_size(call: &Call<'_>, index: usize) -> Result<(), Errno> {
    if call.word(index) == SET_SIZE { Ok(()) } else { Err(Errno::INVAL) }
}

/// An argument that is a signal number.
fn signal(call: &Call<'_>, index: usize) -> Result<u8, Errno> {
    match u8::try_from(call.int(index)) {
        Ok(signal @ 1..=LAST) => Ok(signal),
        _ => Err(Errno::INVAL),
    }
}

pub(crate) fn rt_sigaction(call: &mut Call<'_>) -> SysResult {
    check_size(call, 3)?;
    let signal = signal(call, 0)?;
    let old = call.kernel.signals.action(signal);
    if let Some(at) = call.optional(1) {
        if matches!(signal, SIGKILL | SIGSTOP) {
            return Err(Errno::INVAL.into());
        }
        let action = Action {
            handler: call.pointer_field(&at, 0)?,
            flags: call.field(&at, 8, 8)?,
            restorer: call.field_value(&at, 16, 8)?,
            mask: call.field(&at, 24, 8)?,
        };
        call.kernel.signals.set_action(signal, action);
    }
    if let Some(at) = call.optional(2) {
        let words = [old.handler, Value::Int(old.flags), old.restorer, Value::Int(old.mask)];
        put_words(call, &at, &words)?;
    }
    DONE
}

/// Writes words of which some may be pointers.
fn put_words(call: &mut Call<'_>, at: &Value, words: &[Value]) -> Result<(), Stop> {
    for (word, offset) in words.iter().zip((0..).step_by(8)) {
        call.memory.store(&call.shift(at, offset), 8, word)?;
    }
    Ok(())
}

pub(crate) fn rt_sigprocmask(call: &mut Call<'_>) -> SysResult {
    check_size(call, 3)?;
    let old = call.kernel.signals.mask();
    let new = match call.optional(1) {
        Some(at) => {
            let set = call.field(&at, 0, 8)?;
            match call.int(0) {
                0 => old | set,
                1 => old & !set,
                2 => set,
                _ => return Err(Errno::INVAL.into()),
            }
        }
        None => old,
    };
    call.put_optional(2, &old.to_le_bytes())?;
    call.kernel.signals.set_mask(new)?;
    DONE
}

pub(crate) fn rt_sigpending(call: &mut Call<'_>) -> SysResult {
    if call.word(1) > SET_SIZE {
        return Err(Errno::INVAL.into());
    }
    let pending = call.kernel.signals.pending().to_le_bytes();
    call.put(&call.pointer(0), &pending[..call.word(1) as usize])?;
    DONE
}

pub(crate) fn rt_sigtimedwait(call: &mut Call<'_>) -> SysResult {
    check_size(call, 3)?;
    let set = call.field(&call.pointer(0), 0, 8)?;
    if let Some(arrival) = call.kernel.signals.take_pending(set) {
        call.put_optional(1, &arrival.details())?;
        return number(u64::from(arrival.signal));
    }
    let Some(at) = call.optional(2) else {
        return Err(Stop::Unsupported(SystemGap::WaitsForSignal));
    };
    let duration = read_timespec(call, &at)?;
    call.kernel.clock.advance(duration);
    Err(Errno::AGAIN.into())
}

pub(crate) fn rt_sigsuspend(call: &mut Call<'_>) -> SysResult {
    check_size(call, 1)?;
    let mask = call.field(&call.pointer(0), 0, 8)?;
    call.kernel.signals.suspend(mask)?;
    pause(call)
}

/// A signal can only come from the alarm clock, whose time therefore comes.
pub(crate) fn pause(call: &mut Call<'_>) -> SysResult {
    if call.kernel.signals.interrupts() {
        return Err(Errno::INTR.into());
    }
    let Some(alarm) = call.kernel.clock.alarm else {
        return Err(Stop::Unsupported(SystemGap::WaitsForSignal));
    };
    let clock = &mut call.kernel.clock;
    clock.advance(alarm.due.saturating_sub(clock.elapsed()));
    Err(Errno::INTR.into())
}

pub(crate) fn sigaltstack(call: &mut Call<'_>) -> SysResult {
    const DISABLE: u32 = 2;
    const LEAST: u64 = 2048;
    let none = AlternateStack { base: Value::ZERO, flags: DISABLE, size: 0 };
    let old = call.kernel.signals.stack.clone().unwrap_or(none);
    if let Some(at) = call.optional(0) {
        let stack = AlternateStack {
            base: call.field_value(&at, 0, 8)?,
            flags: call.field(&at, 8, 4)? as u32,
            size: call.field(&at, 16, 8)?,
        };
        call.kernel.signals.stack = match stack.flags & 0x7fff_ffff {
            DISABLE => None,
            0 if stack.size < LEAST => return Err(Errno::NOMEM.into()),
            0 => Some(stack),
            _ => return Err(Errno::INVAL.into()),
        };
    }
    if let Some(at) = call.optional(1) {
        let words = [old.base, Value::Int(u64::from(old.flags)), Value::Int(old.size)];
        put_words(call, &at, &words)?;
    }
    DONE
}

impl Kernel {
    /// The process that runs as the sender of a signal.
    pub(crate) fn sender(&self, to: Recipient) -> Origin {
        const SI_USER: i32 = 0;
        const SI_TKILL: i32 = -6;
        let code = match to {
            Recipient::Process => SI_USER,
            Recipient::Thread => SI_TKILL,
        };
        Origin { code, process: self.processes.id as u32, user: self.user.id, status: 0 }
    }
}

fn send(call: &mut Call<'_>, index: usize, to: Recipient) -> SysResult {
    if call.int(index) != 0 {
        let signal = signal(call, index)?;
        let origin = call.kernel.sender(to);
        call.kernel.signals.raise(Arrival { signal, origin }, to)?;
    }
    DONE
}

pub(crate) fn kill(call: &mut Call<'_>) -> SysResult {
    if call.int(1) != 0 {
        signal(call, 1)?;
    }
    // The process, its group by name or as 0, or a child; every other process there is: none.
    let pid = i64::from(call.int(0));
    let own = &call.kernel.processes;
    let group = pid == 0 || pid == -(own.group as i64);
    if pid == own.id as i64 || group && own.group == own.id {
        return send(call, 1, Recipient::Process);
    }
    if group || own.depth() > 0 && [own.parent(), own.group].contains(&pid.unsigned_abs()) {
        return Err(Stop::Unsupported(SystemGap::OtherProcess));
    }
    if own.children.iter().any(|child| child.id as i64 == pid) {
        if call.int(1) != 0 {
            processes::kill(call.kernel, pid as u64, call.int(1) as u8);
        }
        return DONE;
    }
    Err(Errno::SRCH.into())
}

/// Whether an argument is the only thread, or the only process.
fn check_thread(call: &Call<'_>, index: usize) -> Result<(), Errno> {
    match call.int(index) {
        ..=0 => Err(Errno::INVAL),
        id if id as u64 == call.kernel.processes.id => Ok(()),
        _ => Err(Errno::SRCH),
    }
}

pub(crate) fn tkill(call: &mut Call<'_>) -> SysResult {
    check_thread(call, 0)?;
    send(call, 1, Recipient::Thread)
}

pub(crate) fn tgkill(call: &mut Call<'_>) -> SysResult {
    check_thread(call, 0)?;
    check_thread(call, 1)?;
    send(call, 2, Recipient::Thread)
}
