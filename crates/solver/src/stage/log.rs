//! Logging: every query that gets this far, as an SMT-LIB script with its verdict.

use super::{Counted, Stage};
use crate::query::{Query, Verdict};
use crate::sat::Limits;
use term::smt;

/// Hands queries to a sink. Put first, it logs what the chain was asked; put last, what reached the
/// backend.
pub struct Log<F> {
    sink: F,
}

impl<F: FnMut(&str, &Verdict)> Log<F> {
    /// The sink gets each script and its verdict; writing, and handling errors, is up to the sink.
    pub fn new(sink: F) -> Self {
        Self { sink }
    }
}

impl<F: FnMut(&str, &Verdict)> Stage for Log<F> {
    fn counted(&self) -> Counted {
        Counted::Log
    }

    fn answer(&mut self, _: &Query<'_>, _: &Limits) -> Option<Verdict> {
        None
    }

    fn learn(&mut self, query: &Query<'_>, verdict: &Verdict) {
        (self.sink)(&smt::script(query.constraints), verdict);
    }
}
