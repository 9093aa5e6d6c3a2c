//! The peak number of bytes that the contents of all states take together, if that is to be measured.
//!
//! Weighing visits every state, so it is done when the number of states has grown by a quarter, and otherwise after
//! as many steps as there are states. Peaks in between are missed.

use std::collections::BTreeMap;

use memory::Scale;
use search::StateId;

use crate::active::Active;

#[derive(Debug, Default)]
pub(crate) struct Weighing {
    /// How many states there were last time.
    states: usize,
    /// Steps since.
    steps: usize,
    pub most: u64,
}

impl Weighing {
    /// Counts a step; weighs if it is time.
    pub fn step(&mut self, states: &BTreeMap<StateId, Box<Active>>) {
        self.steps += 1;
        let more = states.len() > self.states + self.states / 4;
        if !more && self.steps < states.len() {
            return;
        }
        (self.states, self.steps) = (self.states.max(states.len()), 0);
        let mut scale = Scale::default();
        states.values().for_each(|active| active.state.memory.weigh(&mut scale));
        self.most = self.most.max(scale.bytes());
    }
}
