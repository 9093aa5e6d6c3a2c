//! Waiting for descriptors: `poll`, `select` and similar calls.
//!
//! What is not ready never becomes ready, since there is no other process; so a wait either ends at once,
//! or when its time is up, or never.

use gap::SystemGap;
use memory::Value;

use crate::call::Call;
use crate::descriptors::{Target, flags};
use crate::errno::Errno;
use crate::kernel::Kernel;
use crate::reply::{Stop, SysResult, number};

use super::time::{read_timespec, read_timeval, sleep};

const IN: u16 = 0x001;
const OUT: u16 = 0x004;
const ERR: u16 = 0x008;
const HANGUP: u16 = 0x010;
const INVALID: u16 = 0x020;
const IN_NORMAL: u16 = 0x040;
const OUT_NORMAL: u16 = 0x100;

impl Kernel {
    /// What a descriptor is ready for, in bits of `poll`.
    fn readiness(&self, fd: u32) -> u16 {
        const READ: u16 = IN | IN_NORMAL;
        const WRITE: u16 = OUT | OUT_NORMAL;
        let Ok(open) = self.descriptors.get(fd) else { return INVALID };
        if open.status.has(flags::PATH) {
            return INVALID;
        }
        match open.target {
            Target::Node(_) => READ | WRITE,
            Target::Input => READ,
            Target::Output(_) => WRITE,
            Target::PipeOut(id) => {
                let bytes = if self.pipes.len(id) > 0 { READ } else { 0 };
                bytes | if self.pipes.has_writer(id) { 0 } else { HANGUP }
            }
            Target::PipeIn(id) => {
                let space = if self.pipes.can_write(id) { WRITE } else { 0 };
                space | if self.pipes.has_reader(id) { 0 } else { ERR }
            }
        }
    }

    /// Nothing is ready: waits for this long, or for ever.
    fn wait(&mut self, timeout: Option<u64>) -> SysResult {
        match timeout {
            Some(duration) => match sleep(self, duration) {
                Ok(()) => number(0),
                Err(_) => Err(Errno::INTR.into()),
            },
            None => Err(Stop::Unsupported(SystemGap::WaitsForReadiness)),
        }
    }
}

/// The `timespec` an argument points to; null waits for ever.
fn timespec(call: &mut Call<'_>, index: usize) -> Result<Option<u64>, Stop> {
    call.optional(index).map(|at| read_timespec(call, &at)).transpose()
}

pub(crate) fn poll(call: &mut Call<'_>) -> SysResult {
    let timeout = u64::try_from(call.int(2)).ok().map(|ms| ms * 1_000_000);
    poll_for(call, timeout)
}

pub(crate) fn ppoll(call: &mut Call<'_>) -> SysResult {
    let timeout = timespec(call, 2)?;
    poll_for(call, timeout)
}

fn poll_for(call: &mut Call<'_>, timeout: Option<u64>) -> SysResult {
    let (array, count) = (call.pointer(0), u64::from(call.flags(1)));
    if count > u64::from(call.kernel.descriptors.limit) {
        return Err(Errno::INVAL.into());
    }
    let mut ready = 0;
    for i in 0..count {
        let fd = call.field(&array, 8 * i, 4)? as i32;
        let events = call.field(&array, 8 * i + 4, 2)? as u16;
        let found = match u32::try_from(fd) {
            Ok(fd) => call.kernel.readiness(fd) & (events | ERR | HANGUP | INVALID),
            Err(_) => 0,
        };
        call.put(&call.shift(&array, 8 * i + 6), &found.to_le_bytes())?;
        ready += u64::from(found != 0);
    }
    if ready > 0 { number(ready) } else { call.kernel.wait(timeout) }
}

pub(crate) fn select(call: &mut Call<'_>) -> SysResult {
    let timeout = call.optional(4).map(|at| read_timeval(call, &at)).transpose()?;
    select_for(call, timeout)
}

pub(crate) fn pselect6(call: &mut Call<'_>) -> SysResult {
    let timeout = timespec(call, 4)?;
    select_for(call, timeout)
}

/// A set of descriptors in the program, and which readiness counts for it.
struct Watched {
    at: Value,
    set: Vec<u8>,
    events: u16,
}

fn watched(call: &mut Call<'_>, count: u32) -> Result<Vec<Watched>, Stop> {
    let len = u64::from(count.div_ceil(64)) * 8;
    let mut sets = Vec::new();
    for (index, events) in [(1, IN | HANGUP | ERR), (2, OUT | ERR), (3, 0)] {
        if let Some(at) = call.optional(index) {
            sets.push(Watched { set: call.take(&at, len)?, at, events });
        }
    }
    Ok(sets)
}

fn select_for(call: &mut Call<'_>, timeout: Option<u64>) -> SysResult {
    let count = u32::try_from(call.int(0)).map_err(|_| Errno::INVAL)?;
    let count = count.min(call.kernel.descriptors.limit);
    let mut sets = watched(call, count)?;
    let mut ready = 0;
    for watched in &mut sets {
        for fd in 0..count {
            let (byte, bit) = (fd as usize / 8, 1 << (fd % 8));
            if watched.set[byte] & bit == 0 {
                continue;
            }
            let found = call.kernel.readiness(fd);
            if found == INVALID {
                return Err(Errno::BADF.into());
            }
            if found & watched.events == 0 {
                watched.set[byte] &= !bit;
            } else {
                ready += 1;
            }
        }
    }
    for watched in &sets {
        call.put(&watched.at, &watched.set)?;
    }
    if ready > 0 { number(ready) } else { call.kernel.wait(timeout) }
}
