//! A digest of an exploration: which state ran when, and how far it came.
//!
//! Whenever the run turns from a state, the digest takes in the state, how many instructions it has executed, and
//! where it stands, calls included. Between two such moments a state runs alone and gets no
//! answer that is one of several, so what it executes follows from what it was at the first of them. Two
//! engines that disagree about that (one reads another byte, and branches differently) are told apart by how often
//! each instruction was executed, which is taken in at the end: a difference that goes unnoticed has to execute
//! the same instructions equally often, from the same start to the same end, in another order. So equal digests
//! mean the same instructions of the same states in the same order, at no cost per instruction.

use exec::{Machine, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Digest(u64);

impl Digest {
    /// The run turns from a state.
    pub fn note(&mut self, number: u32, state: &State) {
        self.add(u64::from(number));
        self.add(state.instructions);
        for (function, pc) in state.positions() {
            self.add(u64::from(function.0) << 32 | pc as u64);
        }
    }

    fn add(&mut self, word: u64) {
        self.0 = random::mix(self.0 ^ word);
    }

    /// The digest with the execution counts so far.
    pub fn with_counts(mut self, machine: &Machine) -> u64 {
        for (function, counts) in machine.execution_counts() {
            self.add(u64::from(function.0));
            counts.for_each(|count| self.add(count));
        }
        self.0
    }
}
