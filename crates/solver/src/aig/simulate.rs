//! Evaluation of the whole graph on 64 input vectors at once.

use super::{Aig, Lit};

/// The value of every node on 64 input vectors.
pub struct Simulation {
    values: Vec<u64>,
}

impl Aig {
    /// Evaluates every node; bit k of the given word of an input is its value in vector k. The inputs
    /// come in order of creation, and those not given are false.
    pub fn simulate(&self, inputs: &[u64]) -> Simulation {
        let mut values: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in 0..self.nodes.len() as u32 {
            let value = if let Some((left, right)) = self.operands(node) {
                value_of(&values, left) & value_of(&values, right)
            } else if let Some(number) = self.input_number(node) {
                inputs.get(number as usize).copied().unwrap_or(0)
            } else {
                0
            };
            values.push(value);
        }
        Simulation { values }
    }
}

impl Simulation {
    /// The literal's value in each of the vectors.
    pub fn value(&self, lit: Lit) -> u64 {
        value_of(&self.values, lit)
    }
}

fn value_of(values: &[u64], lit: Lit) -> u64 {
    let value = values[lit.node() as usize];
    if lit.is_inverted() { !value } else { value }
}
