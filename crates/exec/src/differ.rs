//! Why a native run of a test may go another way than its path.

/// One reason.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difference {
    /// Something depends on the number of an address.
    Addresses,
    /// Something depends on memory that was never written.
    Unwritten,
    /// The program called an intrinsic that answers differently in a native run, as `klee_is_symbolic` does.
    Intrinsic,
    /// The program made other processes, or executed a command.
    Processes,
    /// The program was refused another process. A native run is, too, but C libraries say so in different ways.
    Refusal,
    /// The program saw that a stream is a terminal.
    Terminal,
    /// The program saw files that are others on the host, or missed some of the host's.
    Files,
}

impl Difference {
    /// All of them.
    pub const ALL: [Difference; 7] = [
        Difference::Addresses,
        Difference::Unwritten,
        Difference::Intrinsic,
        Difference::Processes,
        Difference::Refusal,
        Difference::Terminal,
        Difference::Files,
    ];
}

/// A set of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Differences(u8);

impl Differences {
    /// No reason: a native run does what the path does.
    pub const NONE: Differences = Differences(0);

    /// Adds a reason.
    pub fn insert(&mut self, difference: Difference) {
        self.0 |= 1 << difference as u8;
    }

    /// Adds all reasons of another set.
    pub fn extend(&mut self, other: Differences) {
        self.0 |= other.0;
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is one of them.
    pub fn contains(self, difference: Difference) -> bool {
        self.0 & 1 << difference as u8 != 0
    }

    /// All of them, in order.
    pub fn iter(self) -> impl Iterator<Item = Difference> {
        Difference::ALL.into_iter().filter(move |difference| self.contains(*difference))
    }
}

impl FromIterator<Difference> for Differences {
    fn from_iter<I: IntoIterator<Item = Difference>>(all: I) -> Differences {
        let mut set = Differences::NONE;
        all.into_iter().for_each(|difference| set.insert(difference));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        for bits in 0..1 << Difference::ALL.len() {
            let held = |difference: &Difference| bits >> *difference as u8 & 1 == 1;
            let wanted: Vec<_> = Difference::ALL.into_iter().filter(held).collect();
            let set: Differences = wanted.iter().rev().copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), wanted);
            assert_eq!(set.is_empty(), wanted.is_empty());
            let mut twice = set;
            twice.extend(set);
            assert_eq!(twice, set);
            twice.extend(Difference::ALL.into_iter().collect());
            assert!(Difference::ALL.into_iter().all(|difference| twice.contains(difference)));
        }
    }
}
