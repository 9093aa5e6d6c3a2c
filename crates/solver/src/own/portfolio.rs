//! The two cores of an instance, over one graph: BatSat first, CaDiCaL when a query proves hard. Where there are many
//! clauses, CaDiCaL does not simplify them, since it cannot be interrupted while it does. Where there are millions,
//! nothing is quick, and BatSat, which cannot be interrupted while conflicts follow each other, does not search.

use crate::aig::{Aig, Lit};
use crate::cnf::Cnf;
use crate::sat::{BatSat, Cadical, Limits, Reason, SatCore, SatVerdict};

/// With more clauses than this, CaDiCaL does not simplify them: at a million, one step takes more than a second.
const MANY: u64 = 400_000;

/// With more clauses than this, BatSat does not search: it can be stopped only where there is no conflict, and more than a
/// second may pass until then.
const VERY_MANY: u64 = 2_000_000;

/// A core with its clauses, and how many of the permanent ones it has.
struct Told<C> {
    cnf: Cnf<C>,
    facts: usize,
}

impl<C: SatCore> Told<C> {
    fn new(core: C) -> Told<C> {
        Told { cnf: Cnf::new(core), facts: 0 }
    }

    fn tell(&mut self, aig: &Aig, facts: &[Lit]) {
        for &fact in &facts[self.facts..] {
            self.cnf.assert(aig, fact);
        }
        self.facts = facts.len();
    }

    fn solve(
        &mut self,
        aig: &Aig,
        facts: &[Lit],
        assumptions: &[Lit],
        limits: &Limits,
    ) -> SatVerdict {
        self.tell(aig, facts);
        self.cnf.solve(aig, assumptions, limits)
    }
}

/// Which core gave the latest verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judge {
    Quick,
    Thorough,
}

/// What the first core makes of a question.
pub(super) enum Easy {
    Decided(SatVerdict),
    /// Its budget is spent; these limits are left.
    Hard(Limits),
}

pub(super) struct Portfolio {
    quick: Told<BatSat>,
    thorough: Option<Box<Told<Cadical>>>,
    /// Conflicts of a second core that was given up for one that does not simplify.
    given_up: u64,
    /// What holds permanently: committed constraints and lemmas.
    facts: Vec<Lit>,
    judge: Judge,
}

impl Portfolio {
    pub(super) fn new() -> Portfolio {
        Portfolio {
            quick: Told::new(BatSat::new()),
            thorough: None,
            given_up: 0,
            facts: Vec::new(),
            judge: Judge::Quick,
        }
    }

    /// Requires the literal permanently.
    pub(super) fn assert(&mut self, fact: Lit) {
        self.facts.push(fact);
    }

    pub(super) fn variables(&self) -> u32 {
        self.quick.cnf.variables()
    }

    pub(super) fn clauses(&self) -> u64 {
        self.quick.cnf.clauses() + self.thorough.as_ref().map_or(0, |told| told.cnf.clauses())
    }

    /// Conflicts met since the beginning.
    pub(super) fn conflicts(&self) -> u64 {
        let thorough = self.thorough.as_ref().map_or(0, |told| told.cnf.core().conflicts());
        self.quick.cnf.core().conflicts() + self.given_up + thorough
    }

    /// Decides the assumptions together with the facts; `easy` is the budget of the first core.
    pub(super) fn solve(
        &mut self,
        aig: &Aig,
        assumptions: &[Lit],
        limits: &Limits,
        easy: u64,
    ) -> SatVerdict {
        match self.solve_easy(aig, assumptions, limits, easy) {
            Easy::Decided(verdict) => verdict,
            Easy::Hard(rest) => self.solve_hard(aig, assumptions, &rest),
        }
    }

    /// What the first core says within its budget.
    pub(super) fn solve_easy(
        &mut self,
        aig: &Aig,
        assumptions: &[Lit],
        limits: &Limits,
        easy: u64,
    ) -> Easy {
        self.judge = Judge::Quick;
        self.quick.tell(aig, &self.facts);
        if let Err(reason) = self.quick.cnf.encode(aig, assumptions, limits) {
            return Easy::Decided(SatVerdict::Unknown(reason));
        }
        let easy = if self.quick.cnf.clauses() > VERY_MANY { 0 } else { easy };
        let budget = limits.conflicts.map_or(easy, |all| all.min(easy));
        let first = Limits { conflicts: Some(budget), ..limits.clone() };
        let verdict = self.quick.solve(aig, &self.facts, assumptions, &first);
        if verdict != SatVerdict::Unknown(Reason::Conflicts) || limits.conflicts == Some(budget) {
            return Easy::Decided(verdict);
        }
        let rest = limits.conflicts.map(|all| all - budget);
        Easy::Hard(Limits { conflicts: rest, ..limits.clone() })
    }

    /// What the second core says.
    pub(super) fn solve_hard(
        &mut self,
        aig: &Aig,
        assumptions: &[Lit],
        limits: &Limits,
    ) -> SatVerdict {
        self.judge = Judge::Thorough;
        if self.quick.cnf.clauses() > MANY
            && let Some(told) = self.thorough.take_if(|told| !told.cnf.core().is_plain())
        {
            self.given_up += told.cnf.core().conflicts();
        }
        let told = match self.thorough.take() {
            Some(told) => told,
            None => Box::new(Told::new(self.second_core())),
        };
        self.thorough.insert(told).solve(aig, &self.facts, assumptions, limits)
    }

    fn second_core(&self) -> Cadical {
        if self.quick.cnf.clauses() > MANY { Cadical::plain() } else { Cadical::new() }
    }

    /// Whether the latest *unsat* needed this assumption.
    pub(super) fn failed(&self, assumption: Lit) -> bool {
        match (self.judge, &self.thorough) {
            (Judge::Thorough, Some(told)) => told.cnf.failed(assumption),
            _ => self.quick.cnf.failed(assumption),
        }
    }

    /// The value of an input in the latest model; free ones are false.
    pub(super) fn value(&self, input: Lit) -> bool {
        let value = match (self.judge, &self.thorough) {
            (Judge::Thorough, Some(told)) => told.cnf.input_value(input),
            _ => self.quick.cnf.input_value(input),
        };
        value.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::{Easy, MANY, Portfolio};
    use crate::aig::{Aig, Lit};
    use crate::sat::{Limits, SatVerdict};

    /// Whether a number of inputs are all the same, as a chain of gates.
    fn chain(aig: &mut Aig, first: Lit, inputs: u64) -> Lit {
        let inputs: Vec<Lit> = (0..inputs).map(|_| aig.input()).collect();
        inputs.iter().fold(first, |all, &input| aig.xor(all, input))
    }

    /// The core that simplifies is replaced once there are many clauses; verdicts and conflicts stay.
    #[test]
    fn many_clauses_are_not_simplified() {
        let (mut aig, mut both) = (Aig::new(), Portfolio::new());
        let none = Limits::none();
        let first = aig.input();
        let small = chain(&mut aig, first, 10);
        let mut solve = |aig: &Aig, goal: Lit| {
            assert!(!matches!(
                both.solve_easy(aig, &[goal], &none, 0),
                Easy::Decided(SatVerdict::Unsat)
            ));
            let verdict = both.solve_hard(aig, &[goal], &none);
            (verdict, both.thorough.as_ref().unwrap().cnf.core().is_plain())
        };
        assert_eq!(solve(&aig, small), (SatVerdict::Sat, false));
        let large = chain(&mut aig, small, MANY / 2);
        assert_eq!(solve(&aig, large), (SatVerdict::Sat, true));
        let never = aig.and(large, first);
        let never = aig.and(never, !large);
        assert_eq!(solve(&aig, never).0, SatVerdict::Unsat);
    }
}
