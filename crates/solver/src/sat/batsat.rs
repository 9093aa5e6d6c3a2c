//! BatSat, a MiniSat in Rust: the core for queries that are easy, which most are.
//!
//! It has no public conflict budget; every conflict shows as a learnt clause, so the watch counts those, and the
//! budget is kept exactly.

use super::limits::{Limits, Reason, Watch};
use super::{Answer, SatCore, SatLit, SatVerdict};
use batsat::{ClauseKind, Lit, Solver, SolverInterface, Var, lbool};

/// A BatSat solver.
pub struct BatSat {
    solver: Solver<Callbacks>,
    answer: Answer,
    /// Kept between clauses to save allocations.
    clause: Vec<Lit>,
}

struct Callbacks {
    watch: Watch,
}

impl batsat::Callbacks for Callbacks {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.watch.count_conflict();
        }
    }

    fn stop(&self) -> bool {
        self.watch.stop().is_some()
    }
}

impl BatSat {
    /// A solver without clauses.
    pub fn new() -> Self {
        let callbacks = Callbacks { watch: Watch::new(&Limits::none()) };
        Self {
            solver: Solver::new(Default::default(), callbacks),
            answer: Answer::None,
            clause: Vec::new(),
        }
    }

    fn literal(&self, lit: SatLit) -> Lit {
        assert!(lit.var() < self.solver.num_vars(), "{lit:?} is not of this core");
        Lit::new(Var::unsafe_from_idx(lit.var()), !lit.is_negated())
    }
}

impl Default for BatSat {
    fn default() -> Self {
        Self::new()
    }
}

impl SatCore for BatSat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn new_var(&mut self) -> SatLit {
        SatLit::positive(self.solver.new_var_default().idx())
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        self.answer = Answer::None;
        let mut literals = std::mem::take(&mut self.clause);
        literals.clear();
        literals.extend(clause.iter().map(|&lit| self.literal(lit)));
        self.solver.add_clause_reuse(&mut literals);
        self.clause = literals;
    }

    fn solve(&mut self, assumptions: &[SatLit], limits: &Limits) -> SatVerdict {
        let assumptions: Vec<Lit> = assumptions.iter().map(|&lit| self.literal(lit)).collect();
        self.solver.cb_mut().watch = Watch::new(limits);
        let result = self.solver.solve_limited(&assumptions);
        let verdict = if result == lbool::TRUE {
            SatVerdict::Sat
        } else if result == lbool::FALSE {
            SatVerdict::Unsat
        } else {
            // The search ends without a result only if the watch requested it.
            SatVerdict::Unknown(self.solver.cb().watch.stopped().unwrap_or(Reason::Conflicts))
        };
        self.answer = verdict.into();
        verdict
    }

    fn value(&self, lit: SatLit) -> Option<bool> {
        if self.answer != Answer::Model {
            return None;
        }
        let value = self.solver.value_var(self.literal(lit).var());
        // A variable made after the model is free in it.
        Some((value == lbool::TRUE) != lit.is_negated())
    }

    fn failed(&self, assumption: SatLit) -> bool {
        // The core is kept as a clause, so it holds the negations of the assumptions it needs.
        self.answer == Answer::Core
            && self.solver.unsat_core_contains_lit(!self.literal(assumption))
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
}
