//! Groups that exclude single assignments and nothing else: `x != 5`, `x != 7` and so on. Whether `x` can be one more
//! value is answered without a look at each of them, and without a copy in any cache.

use std::rc::Rc;

use archery::RcK;
use hashbrown::DefaultHashBuilder;
use rpds::HashTrieSet;
use term::{Binary, Form, Input, Model, Part, Term};

use super::fixed_input;

/// Assignments to all inputs of a group, in the order of these, each packed into a number.
#[derive(Clone)]
pub(super) struct Excluded(HashTrieSet<u64, RcK, DefaultHashBuilder>);

impl Excluded {
    /// Nothing but what a constraint excludes, if that is one assignment to these inputs.
    pub fn first(constraint: &Term, inputs: &[Input]) -> Option<Excluded> {
        Excluded(HashTrieSet::new_with_hasher_with_ptr_kind(DefaultHashBuilder::default()))
            .with(constraint, inputs)
    }

    /// The same and what one more constraint excludes.
    pub fn with(mut self, constraint: &Term, inputs: &[Input]) -> Option<Excluded> {
        let Form::Not(excluded) = constraint.form() else { return None };
        self.0.insert_mut(Assignment::of(&excluded)?.packed(inputs)?);
        Some(self)
    }

    /// A model of what is not excluded and of a goal, if the goal is one assignment.
    pub fn model(&self, goal: &Term, inputs: &[Input]) -> Option<Rc<Model>> {
        let assignment = Assignment::of(goal)?;
        let allowed = !self.0.contains(&assignment.packed(inputs)?);
        allowed.then(|| Rc::new(assignment.model()))
    }
}

/// A conjunction of equations between inputs and constants.
struct Assignment(Vec<(Input, Term)>);

impl Assignment {
    fn of(term: &Term) -> Option<Assignment> {
        let (mut parts, mut open) = (Vec::new(), vec![term.clone()]);
        while let Some(part) = open.pop() {
            let form = part.form();
            if let Form::Binary(Binary::And, a, b) = form {
                open.extend([b, a]);
                continue;
            }
            let (input, value) = fixed_input(&form)?;
            let [input] = &input.inputs()[..] else { return None };
            parts.push((input.clone(), value.clone()));
        }
        parts.sort_by(|(a, _), (b, _)| a.cmp(b));
        Some(Assignment(parts))
    }

    /// The values as one number, if they are those of exactly these inputs and have at most 64 bits.
    fn packed(&self, inputs: &[Input]) -> Option<u64> {
        if !self.0.iter().map(|(input, _)| input).eq(inputs) {
            return None;
        }
        let (mut packed, mut bits) = (0, 0);
        for (_, value) in &self.0 {
            let width = value.width().0;
            if bits + width > u64::BITS {
                return None;
            }
            packed |= value.as_const()?.low_u64() << bits;
            bits += width;
        }
        Some(packed)
    }

    fn model(&self) -> Model {
        let mut model = Model::new();
        for (input, value) in &self.0 {
            let value = value.as_const().expect("a constant");
            match input.part {
                Part::Whole => model.set(input.name(), value),
                Part::Byte(index) => model.set_byte(&input.name(), index, value.low_u64() as u8),
            }
        }
        model
    }
}
