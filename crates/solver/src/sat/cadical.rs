//! CaDiCaL: the core for queries that proved hard.
//!
//! CaDiCaL ends the process when its calls come in a forbidden order (a value asked for without a
//! model, say), so this wrapper keeps track of what may be asked and answers the rest itself.
//!
//! Its simplifications of clauses do not look at the clock: one vivification sorts all clauses, which takes more than a
//! second for a million. So there is a form without them, for clauses so many that a time limit would not hold.

use super::limits::{Limits, Reason, Watch};
use super::{Answer, SatCore, SatLit, SatVerdict};
use cadical::{Callbacks, Solver};

/// The name of the form that simplifies nothing.
const PLAIN: &str = "cadical, plain";

/// A CaDiCaL solver.
pub struct Cadical {
    solver: Solver<Terminator>,
    name: &'static str,
    vars: u32,
    answer: Answer,
    /// Conflicts of calls that ended by their budget; CaDiCaL does not report those of the others.
    conflicts: u64,
}

struct Terminator {
    watch: Watch,
}

impl Callbacks for Terminator {
    fn terminate(&mut self) -> bool {
        self.watch.stop().is_some()
    }
}

impl Cadical {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::of(Solver::new(), "cadical")
    }

    /// The same for one that searches only, and simplifies nothing.
    pub fn plain() -> Self {
        Self::of(Solver::with_config("plain").unwrap_or_default(), PLAIN)
    }

    /// Whether it only searches.
    pub(crate) fn is_plain(&self) -> bool {
        self.name == PLAIN
    }

    fn of(solver: Solver<Terminator>, name: &'static str) -> Self {
        Self { solver, name, vars: 0, answer: Answer::None, conflicts: 0 }
    }

    fn literal(&self, lit: SatLit) -> i32 {
        dimacs(lit, self.vars)
    }

    fn limit(&mut self, limits: &Limits) {
        let conflicts =
            limits.conflicts.map_or(-1, |budget| i32::try_from(budget).unwrap_or(i32::MAX));
        let known = self.solver.set_limit("conflicts", conflicts);
        debug_assert!(known.is_ok(), "CaDiCaL has a conflict limit");
        self.solver.set_callbacks(Some(Terminator { watch: Watch::new(limits) }));
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl SatCore for Cadical {
    fn name(&self) -> &'static str {
        self.name
    }

    fn new_var(&mut self) -> SatLit {
        assert!(self.vars < SatLit::MAX_VARS, "too many variables");
        self.vars += 1;
        SatLit::positive(self.vars - 1)
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        self.answer = Answer::None;
        let vars = self.vars;
        self.solver.add_clause(clause.iter().map(|&lit| dimacs(lit, vars)));
    }

    fn solve(&mut self, assumptions: &[SatLit], limits: &Limits) -> SatVerdict {
        self.answer = Answer::None;
        // CaDiCaL polls its terminator only now and then, and an easy query would end before that.
        if let Some(reason) = Watch::new(limits).stop() {
            return SatVerdict::Unknown(reason);
        }
        self.limit(limits);
        let vars = self.vars;
        let assumptions = assumptions.iter().map(|&lit| dimacs(lit, vars));
        let verdict = match self.solver.solve_with(assumptions) {
            Some(true) => SatVerdict::Sat,
            Some(false) => SatVerdict::Unsat,
            None => {
                // CaDiCaL counts conflicts itself; the watch handles the other limits.
                let stopped = self.solver.get_callbacks().and_then(|t| t.watch.stopped());
                if stopped.is_none() {
                    self.conflicts += limits.conflicts.unwrap_or(0);
                }
                SatVerdict::Unknown(stopped.unwrap_or(Reason::Conflicts))
            }
        };
        self.answer = verdict.into();
        verdict
    }

    fn value(&self, lit: SatLit) -> Option<bool> {
        let literal = self.literal(lit);
        if self.answer == Answer::Model { self.solver.value(literal) } else { None }
    }

    fn failed(&self, assumption: SatLit) -> bool {
        let literal = self.literal(assumption);
        self.answer == Answer::Core && self.solver.failed(literal)
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

/// DIMACS numbering: variables from 1, negation by sign.
fn dimacs(lit: SatLit, vars: u32) -> i32 {
    assert!(lit.var() < vars, "{lit:?} is not of this core");
    let number = lit.var() as i32 + 1;
    if lit.is_negated() { -number } else { number }
}
