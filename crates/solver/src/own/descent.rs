//! The least assignment of bits in their order, by assumptions.
//!
//! All bits are assumed false after what the query assumes, the most important first. *Unsat* comes with a
//! core: assumptions that cannot hold together. Its last bit must then be true as long as the others are
//! as they are; they are its *reason*. In later cores a bit that is true because of others is replaced by
//! its reason, so that a core always speaks of false bits only, and its last one is the next to become
//! true. True bits that had this one in their reason are open again. *Sat* ends the search: every true
//! bit has a reason among the false ones before it, so no smaller assignment exists.
//!
//! Cores prune as learnt clauses do, and a core that comes from propagation alone costs next to nothing;
//! there are about as many calls as true bits in the end.

use crate::aig::Lit;
use crate::query::Unknown;

pub(super) struct Descent {
    /// What the query assumes, then the bits as they are to be.
    assumed: Vec<Lit>,
    /// How many of them are the query's.
    fixed: usize,
    /// Why a bit is true: the false bits before it that leave nothing else. `None` where it is false.
    /// Invariant: the bits of a reason are false.
    reasons: Vec<Option<Vec<usize>>>,
}

impl Descent {
    /// Of these bits, the most important first, under the assumptions.
    pub(super) fn new(assumptions: Vec<Lit>, bits: Vec<Lit>) -> Descent {
        let fixed = assumptions.len();
        let reasons = vec![None; bits.len()];
        let mut assumed = assumptions;
        assumed.extend(bits.into_iter().map(|bit| !bit));
        Descent { assumed, fixed, reasons }
    }

    /// Asks until the assumptions can hold; `ask` returns the places of those that cannot hold together,
    /// `None` if all can.
    pub(super) fn run(
        &mut self,
        mut ask: impl FnMut(&[Lit]) -> Result<Option<Vec<usize>>, Unknown>,
    ) -> Result<(), Unknown> {
        while let Some(core) = ask(&self.assumed)? {
            let mut reason = self.false_bits(&core);
            let Some(last) = reason.pop() else {
                return Err(Unknown::Failed("no model of what had one".into()));
            };
            self.raise(last, reason);
        }
        Ok(())
    }

    /// The false bits that a core comes down to, in order.
    fn false_bits(&self, core: &[usize]) -> Vec<usize> {
        let mut bits = Vec::new();
        for bit in core.iter().filter_map(|place| place.checked_sub(self.fixed)) {
            match &self.reasons[bit] {
                None => bits.push(bit),
                Some(reason) => bits.extend(reason),
            }
        }
        bits.sort_unstable();
        bits.dedup();
        bits
    }

    /// Makes a bit true.
    fn raise(&mut self, bit: usize, reason: Vec<usize>) {
        for later in bit + 1..self.reasons.len() {
            if self.reasons[later].as_ref().is_some_and(|reason| reason.contains(&bit)) {
                self.reasons[later] = None;
                self.flip(later);
            }
        }
        debug_assert!(self.reasons[bit].is_none(), "a bit that is true already");
        self.reasons[bit] = Some(reason);
        self.flip(bit);
    }

    fn flip(&mut self, bit: usize) {
        let place = self.fixed + bit;
        self.assumed[place] = !self.assumed[place];
    }
}
