//! Queries already decided, up to the names of their inputs.
//!
//! Programs ask the same about one input after another. So a query is remembered without names ([`nameless`]); the
//! model is translated to the names of the new query, and evaluated before it is used. The same holds for least models,
//! which are remembered together with the order of the inputs for which they are the least.
//!
//! [`nameless`]: super::nameless

use super::nameless::{InputValue, Key, Known, LeastKey, Nameless, renamed, values_of};
use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Digit, Query, Verdict};
use crate::sat::Limits;
use hashbrown::HashMap;
use std::rc::Rc;
use term::{Input, Model};

/// Decided queries without names. See the [module](self).
pub struct Queries {
    known: HashMap<Key, Known>,
    /// Least models, by the query and by the inputs in their order.
    least: HashMap<LeastKey, Vec<InputValue>>,
    nameless: Nameless,
    capacity: usize,
    /// The key of the query that was passed on, until its verdict arrives.
    pending: Option<(Key, Vec<Input>)>,
}

impl Queries {
    /// Remembers this many queries; when there are more, it starts over.
    pub fn new(capacity: usize) -> Queries {
        let (known, least) = (HashMap::new(), HashMap::new());
        Queries { known, least, nameless: Nameless::new(4 * capacity), capacity, pending: None }
    }
}

impl Stage for Queries {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Queries)
    }

    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
        self.pending = None;
        let (key, inputs) = self.nameless.key(query)?;
        match self.known.get(&key) {
            Some(Known::Unsat) => return Some(Verdict::Unsat),
            Some(Known::Sat(values)) => {
                let model = renamed(&inputs, values);
                if query.is_satisfied_until(&model, limits) == Ok(true) {
                    return Some(Verdict::Sat(Rc::new(model)));
                }
            }
            None => {}
        }
        self.pending = Some((key, inputs));
        None
    }

    fn least(&mut self, query: &Query<'_>, order: &[Digit], limits: &Limits) -> Option<Model> {
        let (key, inputs) = self.nameless.least_key(query, order)?;
        let model = renamed(&inputs, self.least.get(&key)?);
        (query.is_satisfied_until(&model, limits) == Ok(true)).then_some(model)
    }

    fn learn_least(&mut self, query: &Query<'_>, order: &[Digit], model: &Model) {
        let Some((key, inputs)) = self.nameless.least_key(query, order) else { return };
        if self.least.len() >= self.capacity {
            self.least.clear();
        }
        self.least.insert(key, values_of(model, &inputs));
    }

    fn forget(&mut self) {
        *self = Queries::new(self.capacity);
    }

    fn learn(&mut self, _: &Query<'_>, verdict: &Verdict) {
        let Some((key, inputs)) = self.pending.take() else {
            return;
        };
        let Some(known) = Known::of(verdict, &inputs) else { return };
        if self.known.len() >= self.capacity {
            self.known.clear();
        }
        self.known.insert(key, known);
    }
}
