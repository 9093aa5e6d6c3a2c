//! A digest of an exploration: which state ran when, and how far it came.
//!
//! Whenever the run switches to another state, the digest takes in the state that ran, how many instructions it has
//! executed, and where it is, calls included. Between two switches a state runs alone and gets no answer that is one
//! of several, so what it executes is determined by what it was at the first of them. Two engines that disagree on
//! that (one reads a different byte, and branches differently) are told apart by how often each instruction was
//! executed, which is taken in at the end: a difference goes unnoticed only if the same instructions are executed
//! equally often, from the same start to the same end, in another order. So equal digests mean the same instructions
//! of the same states in the same order, at no cost per instruction.

use exec::{Machine, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Digest(u64);

impl Digest {
    /// The run switches to another state.
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
