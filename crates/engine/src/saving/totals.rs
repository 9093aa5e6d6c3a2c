//! What a run has counted, for the one that goes on with it.

use std::rc::Rc;

use exec::Cause;
use serde::{Deserialize, Serialize};
use tree::Malformed;

use super::is_tried_again;
use crate::record::Record;
use crate::{Cut, Figures};

/// The counts, the ledger and the faults of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Totals {
    completed: u64,
    faulted: u64,
    partial: u64,
    tests: u64,
    instructions: u64,
    branch_forks: u64,
    memory_forks: u64,
    forks_by_cause: [u64; Cause::COUNT],
    outside_calls: u64,
    queries: u64,
    solver_queries: u64,
    resolution_queries: u64,
    cache_hits: u64,
    archive_hits: u64,
    constructs: u64,
    wall_s: f64,
    solver_s: f64,
    backend_s: f64,
    resolve_s: f64,
    user_s: f64,
    states_made: u64,
    max_states: u64,
    objects: u64,
    arrays: u64,
    segments: u64,
    /// Entries of the ledger, without those that are tried again.
    ledger: Vec<(Cut, Rc<str>, u32, u64)>,
    /// Fault sites that have a test.
    faults: Vec<u64>,
}

impl Totals {
    pub fn of(record: &Record<'_>) -> Totals {
        let (f, again) = (&record.figures, record.tried_again());
        let reasons = record.reasons().into_iter().filter(|reason| !is_tried_again(&reason.what));
        Totals {
            completed: f.completed - again.completed,
            faulted: f.faulted - again.faulted,
            partial: f.partial - again.partial,
            tests: f.tests,
            instructions: f.instructions,
            branch_forks: f.branch_forks,
            memory_forks: f.memory_forks,
            forks_by_cause: f.forks_by_cause,
            outside_calls: f.outside_calls,
            queries: f.queries,
            solver_queries: f.solver_queries,
            resolution_queries: f.resolution_queries,
            cache_hits: f.cache_hits,
            archive_hits: f.archive_hits,
            constructs: f.constructs,
            wall_s: f.wall_s,
            solver_s: f.solver_s,
            backend_s: f.backend_s,
            resolve_s: f.resolve_s,
            user_s: f.user_s,
            states_made: f.states_made,
            max_states: f.max_states,
            objects: f.objects,
            arrays: f.arrays,
            segments: f.segments,
            ledger: reasons.map(|r| (r.what, r.file, r.line, r.count)).collect(),
            faults: record.faults(),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = postcard::to_allocvec(self).expect("plain data");
        debug_assert_eq!(Totals::from_bytes(&bytes).as_ref(), Ok(self));
        bytes
    }

    /// Those of a run that was read; zero if it never wrote any.
    pub fn from_bytes(bytes: &[u8]) -> Result<Totals, Malformed> {
        if bytes.is_empty() {
            return Ok(Totals::default());
        }
        postcard::from_bytes(bytes).map_err(|_| Malformed)
    }

    /// The counts as figures.
    pub fn figures(&self) -> Figures {
        Figures {
            completed: self.completed,
            faulted: self.faulted,
            partial: self.partial,
            tests: self.tests,
            instructions: self.instructions,
            branch_forks: self.branch_forks,
            memory_forks: self.memory_forks,
            forks_by_cause: self.forks_by_cause,
            outside_calls: self.outside_calls,
            queries: self.queries,
            solver_queries: self.solver_queries,
            resolution_queries: self.resolution_queries,
            cache_hits: self.cache_hits,
            archive_hits: self.archive_hits,
            constructs: self.constructs,
            wall_s: self.wall_s,
            solver_s: self.solver_s,
            backend_s: self.backend_s,
            resolve_s: self.resolve_s,
            user_s: self.user_s,
            states_made: self.states_made,
            max_states: self.max_states,
            objects: self.objects,
            arrays: self.arrays,
            segments: self.segments,
            ..Figures::default()
        }
    }

    /// The entries of the ledger.
    pub fn ledger(&self) -> impl Iterator<Item = ((Cut, Rc<str>, u32), u64)> {
        self.ledger.iter().map(|(cut, file, line, n)| ((cut.clone(), Rc::clone(file), *line), *n))
    }

    /// The fault sites.
    pub fn faults(&self) -> &[u64] {
        &self.faults
    }
}

#[cfg(test)]
mod tests {
    use exec::Unsupported;

    use super::*;
    use crate::NoFork;

    /// Each entry of the ledger is read as the one that was written.
    #[test]
    fn the_ledger_is_read_as_it_was_written() {
        let all = [
            Cut::Unsupported(Unsupported::Instruction("va_copy".into())),
            Cut::Picked,
            Cut::Unwritten,
            Cut::TakenForZero,
            Cut::Spared,
            Cut::RefusedObject,
            Cut::SkippedObject,
            Cut::MoreObjects,
            Cut::NativeAddress("f".into()),
            Cut::OneOrder,
            Cut::Unforked(NoFork::Program),
            Cut::Replayed,
            Cut::Followed,
            Cut::Unseeded,
            Cut::Diverged,
            Cut::ChangedFile("data".into()),
            Cut::UncheckedFiles,
        ];
        let ledger = all.into_iter().map(|cut| (cut, Rc::from("a.c"), 3, 2)).collect();
        let totals = Totals { completed: 7, wall_s: 0.25, ledger, ..Totals::default() };
        let bytes = postcard::to_allocvec(&totals).expect("plain data");
        assert_eq!(Totals::from_bytes(&bytes), Ok(totals));
        assert_eq!(Totals::from_bytes(&bytes[..bytes.len() - 1]), Err(Malformed));
        assert_eq!(Totals::from_bytes(b""), Ok(Totals::default()));
    }
}
