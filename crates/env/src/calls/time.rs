//! Clocks, sleeping and timers, all in virtual time.

use gap::SystemGap;
use memory::Value;

use crate::call::Call;
use crate::clock::{Alarm, Time};
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::layout::{Layout, timespec, timeval};
use crate::reply::{DONE, Stop, SysResult, number};
use crate::signal::SIGALRM;

/// Clock ticks per second, as `times` counts.
const NANOSECONDS_PER_TICK: u64 = 10_000_000;

impl Kernel {
    /// What a clock shows, in nanoseconds.
    fn clock_time(&self, clock: i32) -> Result<u64, Errno> {
        match clock {
            0 | 5 | 8 | 11 => Ok(self.clock.now()),
            1 | 4 | 6 | 7 | 9 => Ok(self.clock.uptime()),
            // The program is all that runs.
            2 | 3 => Ok(self.clock.elapsed()),
            _ => Err(Errno::INVAL),
        }
    }
}

/// The duration or time in a `timespec`.
pub(crate) fn read_timespec(call: &mut Call<'_>, at: &Value) -> Result<u64, Stop> {
    let (seconds, nanoseconds) = (call.field(at, 0, 8)?, call.field(at, 8, 8)?);
    Ok(Time::total(seconds, nanoseconds).ok_or(Errno::INVAL)?)
}

/// The duration in a `timeval`.
pub(crate) fn read_timeval(call: &mut Call<'_>, at: &Value) -> Result<u64, Stop> {
    let (seconds, micros) = (call.field(at, 0, 8)?, call.field(at, 8, 8)?);
    let nanoseconds = micros.checked_mul(1000).ok_or(Errno::INVAL)?;
    Ok(Time::total(seconds, nanoseconds).ok_or(Errno::INVAL)?)
}

pub(crate) fn clock_gettime(call: &mut Call<'_>) -> SysResult {
    call.kernel.clock.tick();
    let time = call.kernel.clock_time(call.int(0))?;
    call.put(&call.pointer(1), &timespec(Time::from_nanoseconds(time)))?;
    DONE
}

pub(crate) fn clock_getres(call: &mut Call<'_>) -> SysResult {
    call.kernel.clock_time(call.int(0))?;
    let resolution = Time::from_nanoseconds(call.kernel.clock.resolution());
    call.put_optional(1, &timespec(resolution))?;
    DONE
}

/// `clock_settime`, `settimeofday` and `adjtimex`: for the superuser alone, and not even that here.
pub(crate) fn refuse(_: &mut Call<'_>) -> SysResult {
    Err(Errno::PERM.into())
}

pub(crate) fn gettimeofday(call: &mut Call<'_>) -> SysResult {
    call.kernel.clock.tick();
    let now = call.kernel.clock.stamp();
    call.put_optional(0, &timeval(now))?;
    call.put_optional(1, &[0; 8])?;
    DONE
}

pub(crate) fn time(call: &mut Call<'_>) -> SysResult {
    call.kernel.clock.tick();
    let seconds = call.kernel.clock.stamp().seconds;
    call.put_optional(0, &seconds.to_le_bytes())?;
    number(seconds)
}

pub(crate) fn times(call: &mut Call<'_>) -> SysResult {
    call.kernel.clock.tick();
    let used = call.kernel.clock.elapsed() / NANOSECONDS_PER_TICK;
    call.put_optional(0, &Layout::new().u64(used).zeros_to(32).finish())?;
    number(call.kernel.clock.uptime() / NANOSECONDS_PER_TICK)
}

/// Waits this long, unless the alarm clock interrupts: how long is left then.
pub(crate) fn sleep(kernel: &mut Kernel, duration: u64) -> Result<(), u64> {
    let clock = &mut kernel.clock;
    let until_alarm = clock.alarm.map(|alarm| alarm.due.saturating_sub(clock.elapsed()));
    match until_alarm.filter(|wait| *wait < duration && kernel.signals.wakes(SIGALRM)) {
        Some(wait) => {
            clock.advance(wait);
            Err(duration - wait)
        }
        None => {
            clock.advance(duration);
            Ok(())
        }
    }
}

/// The result of a call that was to wait; an argument points to where the time left goes.
fn slept(call: &mut Call<'_>, result: Result<(), u64>, index: usize) -> SysResult {
    let Err(left) = result else { return DONE };
    call.put_optional(index, &timespec(Time::from_nanoseconds(left)))?;
    Err(Errno::INTR.into())
}

pub(crate) fn nanosleep(call: &mut Call<'_>) -> SysResult {
    let duration = read_timespec(call, &call.pointer(0))?;
    let result = sleep(call.kernel, duration);
    slept(call, result, 1)
}

pub(crate) fn clock_nanosleep(call: &mut Call<'_>) -> SysResult {
    const ABSOLUTE: u32 = 1;
    let time = read_timespec(call, &call.pointer(2))?;
    let now = call.kernel.clock_time(call.int(0))?;
    if call.flags(1) & ABSOLUTE != 0 {
        // A caller that gives the time to stop at knows how much is left.
        let slept = sleep(call.kernel, time.saturating_sub(now));
        return slept.map(|()| Value::ZERO).map_err(|_| Errno::INTR.into());
    }
    let result = sleep(call.kernel, time);
    slept(call, result, 3)
}

/// What is left until the timer runs out, and its interval.
fn remaining(kernel: &Kernel) -> (u64, u64) {
    kernel.clock.alarm.map_or((0, 0), |alarm| {
        (alarm.due.saturating_sub(kernel.clock.elapsed()).max(1), alarm.interval)
    })
}

fn set_alarm(kernel: &mut Kernel, after: u64, interval: u64) {
    let due = kernel.clock.elapsed().saturating_add(after);
    kernel.clock.alarm = (after > 0).then_some(Alarm { due, interval });
}

pub(crate) fn alarm(call: &mut Call<'_>) -> SysResult {
    let (left, _) = remaining(call.kernel);
    let seconds = u64::from(call.flags(0));
    set_alarm(call.kernel, seconds * 1_000_000_000, 0);
    number(left.div_ceil(1_000_000_000))
}

fn itimerval((left, interval): (u64, u64)) -> Vec<u8> {
    [timeval(Time::from_nanoseconds(interval)), timeval(Time::from_nanoseconds(left))].concat()
}

/// Only the timer of real time is modelled: how long the program computes is not known.
fn check_timer(call: &mut Call<'_>) -> Result<(), Stop> {
    match call.int(0) {
        0 => Ok(()),
        1 | 2 => Err(Stop::Unsupported(SystemGap::ProcessorTimer)),
        _ => Err(Errno::INVAL.into()),
    }
}

pub(crate) fn setitimer(call: &mut Call<'_>) -> SysResult {
    check_timer(call)?;
    let old = itimerval(remaining(call.kernel));
    let (after, interval) = match call.optional(1) {
        Some(at) => (read_timeval(call, &call.shift(&at, 16))?, read_timeval(call, &at)?),
        None => (0, 0),
    };
    set_alarm(call.kernel, after, interval);
    call.put_optional(2, &old)?;
    DONE
}

pub(crate) fn getitimer(call: &mut Call<'_>) -> SysResult {
    check_timer(call)?;
    call.put(&call.pointer(1), &itimerval(remaining(call.kernel)))?;
    DONE
}
