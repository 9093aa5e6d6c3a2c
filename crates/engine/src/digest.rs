//! A digest of an exploration: which state ran when, and how far it came.
//!
//! At each moment at which the run turns from a state it takes in the state, how many instructions it has
//! executed and where it stands, calls included. What a state executes between two such moments follows from
//! where it stood and from the answers it got, and an answer that is one of several is such a moment: so equal
//! digests mean the same instructions of the same states in the same order.

use exec::State;

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
        // The steps of splitmix64.
        let mixed = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ mixed >> 31;
    }

    pub fn value(self) -> u64 {
        self.0
    }
}
