//! Signals that have arrived and wait to be let through.

use crate::layout::Layout;

/// Why a signal was sent, and by whom, as `siginfo_t` says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// `si_code`.
    pub code: i32,
    /// The process that sent it, or the child that it is about.
    pub process: u32,
    /// The user of that process.
    pub user: u32,
    /// How that child ended.
    pub status: u32,
}

impl Origin {
    /// The kernel itself: `SI_KERNEL`.
    pub(crate) const KERNEL: Origin = Origin { code: 0x80, process: 0, user: 0, status: 0 };
}

/// A signal that has arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    pub signal: u8,
    pub origin: Origin,
}

impl Arrival {
    /// Its `siginfo_t`.
    pub fn details(self) -> Vec<u8> {
        let Origin { code, process, user, status } = self.origin;
        let head = Layout::new().u32(self.signal.into()).u32(0).u32(code as u32).u32(0);
        head.u32(process).u32(user).u32(status).zeros_to(128).finish()
    }
}

/// Those of a process or of a thread. Of each ordinary signal there is at most one, the first; real-time signals count.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Queue(Vec<Arrival>);

/// The first real-time signal.
const REAL_TIME: u8 = 32;

impl Queue {
    pub fn push(&mut self, arrival: Arrival) {
        if arrival.signal >= REAL_TIME || self.set() & bit(arrival.signal) == 0 {
            self.0.push(arrival);
        }
    }

    /// Takes the lowest of a set.
    pub fn take(&mut self, set: u64) -> Option<Arrival> {
        let waiting = self.0.iter().map(|arrival| arrival.signal);
        let lowest = waiting.filter(|signal| set & bit(*signal) != 0).min()?;
        let at = self.0.iter().position(|arrival| arrival.signal == lowest)?;
        Some(self.0.remove(at))
    }

    /// Forgets all of one kind.
    pub fn forget(&mut self, signal: u8) {
        self.0.retain(|other| other.signal != signal);
    }

    /// The set of all of them.
    pub fn set(&self) -> u64 {
        self.0.iter().fold(0, |set, arrival| set | bit(arrival.signal))
    }
}

/// The bit of a signal in a set.
pub(crate) fn bit(signal: u8) -> u64 {
    1 << (signal - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_ones_once_real_time_ones_often() {
        let mut queue = Queue::default();
        let arrival = |signal, process| {
            let origin = Origin { code: 0, process, user: 0, status: 0 };
            Arrival { signal, origin }
        };
        for (process, signal) in [40, 10, 12, 10, 40, 34].into_iter().enumerate() {
            queue.push(arrival(signal, process as u32));
        }
        assert_eq!(queue.set(), bit(10) | bit(12) | bit(34) | bit(40));
        assert_eq!(queue.take(bit(12) | bit(40)), Some(arrival(12, 2)));
        let rest: Vec<Arrival> = std::iter::from_fn(|| queue.take(!0)).collect();
        assert_eq!(rest, [arrival(10, 1), arrival(34, 5), arrival(40, 0), arrival(40, 4)]);
    }
}
