//! Choices between two values by a condition.

use numeric::Bits;
use term::Term;

use crate::{Derived, Lane, ObjectId, SymbolicPointer, Value, Values};

const WORD: Bits = Bits(64);

impl Values<'_> {
    /// `condition ? a : b`, neither of which is poison. Pointers choose in both lanes.
    pub fn choose(&self, condition: &Term, a: &Value, b: &Value) -> Derived {
        if a == b {
            return Derived { value: a.clone(), by_number: false };
        }
        let terms = self.terms;
        if (a.is_pointer() || b.is_pointer())
            && let (Some(a), Some(b)) = (self.pair(a), self.pair(b))
        {
            let lane = self.choose_lane(condition, &a.lane, &b.lane);
            let offset = terms.ite(condition, &a.offset, &b.offset);
            let value = self.pointer_value(SymbolicPointer { lane, offset });
            return Derived { value, by_number: false };
        }
        let by_number = a.is_pointer() || b.is_pointer();
        let width = width(a).max(width(b));
        let (a, b) = (self.term_of(a, width), self.term_of(b, width));
        Derived { value: Value::term(terms.ite(condition, &a, &b)), by_number }
    }

    fn choose_lane(&self, condition: &Term, a: &Lane, b: &Lane) -> Lane {
        if a == b {
            return a.clone();
        }
        let terms = self.terms;
        let term = |lane: &Lane| match lane {
            Lane::One(id) => terms.number(Lane::WIDTH, u64::from(id.0)),
            Lane::Among { id, .. } => id.clone(),
        };
        let mut ids: Vec<ObjectId> = [a.ids(), b.ids()].concat();
        ids.sort_unstable();
        ids.dedup();
        match terms.ite(condition, &term(a), &term(b)) {
            id if id.is_const() => {
                Lane::One(ObjectId(id.as_const().map_or(0, |n| n.low_u64() as u32)))
            }
            id => Lane::Among { id, ids: ids.into() },
        }
    }
}

/// A width that can hold a value.
fn width(value: &Value) -> Bits {
    match value {
        Value::Wide(wide) => wide.width(),
        Value::Int(n) => Bits((64 - n.leading_zeros()).max(1)),
        value => value.as_term().map_or(WORD, Term::width),
    }
}
