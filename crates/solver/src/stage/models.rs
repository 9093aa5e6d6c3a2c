//! Recent models: most questions at a branch are answered by a model that is already there.

use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Query, Verdict};
use crate::sat::Limits;
use std::collections::VecDeque;
use std::rc::Rc;
use term::Model;

/// The most recent models, the one that last helped first.
pub struct Models {
    models: VecDeque<Rc<Model>>,
    capacity: usize,
}

impl Models {
    /// Keeps this many models.
    pub fn new(capacity: usize) -> Models {
        Models { models: VecDeque::new(), capacity }
    }
}

impl Stage for Models {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Models)
    }

    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
        let holds = |model: &Rc<Model>| query.is_satisfied_until(model, limits) == Ok(true);
        let at = self.models.iter().position(holds)?;
        let model = self.models.remove(at)?;
        self.models.push_front(Rc::clone(&model));
        Some(Verdict::Sat(model))
    }

    fn forget(&mut self) {
        self.models.clear();
    }

    fn learn(&mut self, _: &Query<'_>, verdict: &Verdict) {
        if let Verdict::Sat(model) = verdict {
            self.models.push_front(Rc::clone(model));
            self.models.truncate(self.capacity);
        }
    }
}
