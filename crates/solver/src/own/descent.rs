//! The least assignment of bits in their order, by assumptions.
//!
//! All bits are assumed false, after the assumptions of the query, the most important first. *Unsat* comes with a
//! core: assumptions that cannot hold together. Its last bit must then be true as long as the others stay as they
//! are; they are its *reason*. In later cores a bit that is true because of others is replaced by its reason, so that
//! a core always consists of false bits only, and its last one is the next to become true. True bits that had this
//! one in their reason are open again. *Sat* ends the search: every true bit has a reason among the false ones before
//! it, so no smaller assignment exists.
//!
//! Cores prune as learnt clauses do, and a core that comes from propagation alone costs next to nothing; there are
//! about as many calls as true bits in the end.
//!
//! One assumption may claim many bits to be false. If it is the last of a core, its parts take its place.
//!
//! With every bit assumed, a core may say little more than that this one assignment is wrong, and the search
//! degenerates into counting. That is fast if the least assignment is small, as each call only propagates; when it
//! has gone on for long, claims are decided one by one instead, the later bits being free: a claim that holds in the
//! latest model is accepted without a question, and any other is asked about once. That takes no more calls than
//! there are bits, but each may be a search.

use super::claim::Claim;
use crate::aig::Lit;
use crate::query::Unknown;

pub(super) struct Descent {
    /// The assumptions of the query, then the claims.
    assumed: Vec<Lit>,
    /// How many of them are the query's.
    fixed: usize,
    /// How often bits may be made true before claims are decided one by one.
    patience: usize,
    /// The most important first.
    claims: Vec<Claim>,
    /// Why a claim of one bit does not hold: the claims before it that exclude it. `None` if it holds. Invariant: the
    /// claims of a reason hold.
    reasons: Vec<Option<Vec<usize>>>,
}

/// Decides whether assumptions can hold.
pub(super) trait Oracle {
    /// The positions of assumptions that cannot hold together, `None` if all can.
    fn conflict(
        &mut self,
        assumed: &[Lit],
        claims: &[Claim],
    ) -> Result<Option<Vec<usize>>, Unknown>;

    /// The parts of a claim of several bits, with their literals.
    fn split(&mut self, claim: Claim) -> Result<Vec<(Claim, Lit)>, Unknown>;

    /// Remembers the values of these claims in the model of the latest assumptions, which could hold.
    fn keep(&mut self, claims: &[(Claim, Lit)]);

    /// Whether a claim is known to hold in the model kept last.
    fn holds(&self, claim: &Claim) -> bool;
}

/// Every query here has a model.
pub(super) fn no_model() -> Unknown {
    Unknown::Failed("no model of what had one".into())
}

impl Descent {
    /// A descent over these claims, the most important first, under the assumptions.
    pub(super) fn new(
        assumptions: Vec<Lit>,
        claims: Vec<(Claim, Lit)>,
        patience: usize,
    ) -> Descent {
        let fixed = assumptions.len();
        let reasons = vec![None; claims.len()];
        let mut assumed = assumptions;
        assumed.extend(claims.iter().map(|(_, lit)| *lit));
        let claims = claims.into_iter().map(|(claim, _)| claim).collect();
        Descent { assumed, fixed, patience, claims, reasons }
    }

    /// Asks until the assumptions can hold.
    pub(super) fn run(&mut self, oracle: &mut impl Oracle) -> Result<(), Unknown> {
        let mut raised = 0;
        while let Some(core) = oracle.conflict(&self.assumed, &self.claims)? {
            let mut reason = self.holding(&core);
            let last = reason.pop().ok_or_else(no_model)?;
            self.reopen_after(last);
            match self.claims[last] {
                Claim::Bit(_) => self.raise(last, reason),
                _ => {
                    self.split(last, oracle)?;
                    continue;
                }
            }
            raised += 1;
            if raised > self.patience {
                return self.decide_each(oracle);
            }
        }
        Ok(())
    }

    /// Decides the claims one by one, the most important first.
    fn decide_each(&mut self, oracle: &mut impl Oracle) -> Result<(), Unknown> {
        for bit in 0..self.reasons.len() {
            if self.reasons[bit].take().is_some() {
                self.flip(bit);
            }
        }
        let literals = self.assumed.split_off(self.fixed);
        let mut open: Vec<(Claim, Lit)> = self.claims.drain(..).zip(literals).rev().collect();
        if oracle.conflict(&self.assumed, &[])?.is_some() {
            return Err(no_model());
        }
        oracle.keep(&open);
        while let Some((claim, literal)) = open.pop() {
            let holds = oracle.holds(&claim);
            self.assumed.push(literal);
            self.claims.push(claim);
            if holds {
                continue;
            }
            if oracle.conflict(&self.assumed, &self.claims)?.is_none() {
                oracle.keep(&open);
                continue;
            }
            self.assumed.pop();
            match self.claims.pop() {
                Some(Claim::Bit(_)) | None => self.assumed.push(!literal),
                Some(claim) => open.extend(oracle.split(claim)?.into_iter().rev()),
            }
        }
        Ok(())
    }

    /// The claims to which a core reduces, in order; all of them hold.
    fn holding(&self, core: &[usize]) -> Vec<usize> {
        let mut claims = Vec::new();
        for claim in core.iter().filter_map(|place| place.checked_sub(self.fixed)) {
            match &self.reasons[claim] {
                None => claims.push(claim),
                Some(reason) => claims.extend(reason),
            }
        }
        claims.sort_unstable();
        claims.dedup();
        claims
    }

    /// Makes those bits false again that are true because of a claim.
    fn reopen_after(&mut self, claim: usize) {
        for later in claim + 1..self.reasons.len() {
            if self.reasons[later].as_ref().is_some_and(|reason| reason.contains(&claim)) {
                self.reasons[later] = None;
                self.flip(later);
            }
        }
    }

    /// Makes a bit true.
    fn raise(&mut self, bit: usize, reason: Vec<usize>) {
        debug_assert!(self.reasons[bit].is_none(), "a bit that is true already");
        self.reasons[bit] = Some(reason);
        self.flip(bit);
    }

    /// Puts the parts of a claim in its place.
    fn split(&mut self, at: usize, oracle: &mut impl Oracle) -> Result<(), Unknown> {
        let claim = self.claims.remove(at);
        self.reasons.remove(at);
        self.assumed.remove(self.fixed + at);
        let (claims, literals): (Vec<Claim>, Vec<Lit>) = oracle.split(claim)?.into_iter().unzip();
        let parts = claims.len();
        // Nothing is true because of this claim, so only the positions of others change.
        for place in self.reasons.iter_mut().flatten().flatten().filter(|place| **place > at) {
            *place = *place + parts - 1;
        }
        self.claims.splice(at..at, claims);
        self.assumed.splice(self.fixed + at..self.fixed + at, literals);
        self.reasons.splice(at..at, std::iter::repeat_n(None, parts));
        Ok(())
    }

    fn flip(&mut self, bit: usize) {
        let place = self.fixed + bit;
        self.assumed[place] = !self.assumed[place];
    }
}
