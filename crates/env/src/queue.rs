//! Signals that have arrived and wait to be let through.

/// Those of a process or of a thread. Of each ordinary signal there is at most one; real-time signals count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue(Vec<u8>);

/// The first real-time signal.
const REAL_TIME: u8 = 32;

impl Queue {
    pub fn push(&mut self, signal: u8) {
        if signal >= REAL_TIME || !self.0.contains(&signal) {
            self.0.push(signal);
        }
    }

    /// Takes the lowest of a set.
    pub fn take(&mut self, set: u64) -> Option<u8> {
        let waiting = self.0.iter().copied().filter(|signal| set & bit(*signal) != 0);
        let lowest = waiting.min()?;
        let at = self.0.iter().position(|signal| *signal == lowest)?;
        Some(self.0.remove(at))
    }

    /// Forgets all of one kind.
    pub fn forget(&mut self, signal: u8) {
        self.0.retain(|other| *other != signal);
    }

    /// The set of all of them.
    pub fn set(&self) -> u64 {
        self.0.iter().fold(0, |set, signal| set | bit(*signal))
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
        [40, 10, 12, 10, 40, 34].into_iter().for_each(|signal| queue.push(signal));
        assert_eq!(queue.set(), bit(10) | bit(12) | bit(34) | bit(40));
        assert_eq!(queue.take(bit(12) | bit(40)), Some(12));
        let rest: Vec<u8> = std::iter::from_fn(|| queue.take(!0)).collect();
        assert_eq!(rest, [10, 34, 40, 40]);
    }
}
