//! The least model of a query, by a descent over claims; see modules `descent` and `claim`.

use super::super::claim::{Claim, Claims, Reads};
use super::super::descent::{Descent, Oracle, no_model};
use super::super::portfolio::Portfolio;
use super::super::{Counters, OwnConfig};
use super::Instance;
use crate::aig::Lit;
use crate::blast::Call;
use crate::query::{Digit, Query, Unknown};
use crate::sat::{Limits, SatVerdict};
use hashbrown::HashSet;
use term::{Form, Model, Term};

impl Instance {
    /// The least model of a satisfiable query that this instance fits.
    pub(in super::super) fn least(
        &mut self,
        query: &Query<'_>,
        order: &[Digit],
        limits: &Limits,
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> Result<Model, Unknown> {
        let before = self.sizes();
        let variables = self.portfolio.variables();
        let call = Call { terms: query.terms, limits, max_nodes: config.nodes };
        let found = match self.assumptions(call, query, config, counters) {
            Ok(Some(assumed)) => self.descend(call, query, order, assumed, (config, counters)),
            Ok(None) => Err(no_model()),
            Err(why) => Err(why),
        };
        self.charge(self.portfolio.variables() - variables);
        self.count(before, counters);
        found
    }

    /// The least model under the assumptions to which the query reduces.
    fn descend(
        &mut self,
        call: Call<'_>,
        query: &Query<'_>,
        order: &[Digit],
        assumed: Vec<Lit>,
        (config, counters): (&OwnConfig, &mut Counters),
    ) -> Result<Model, Unknown> {
        let Instance { blaster, portfolio, .. } = self;
        let open: Vec<Term> =
            query.constraints.iter().filter(|term| blaster.is_open(term)).cloned().collect();
        let arrays = order.iter().any(|digit| matches!(digit, Digit::Bytes { .. }));
        let reads = if arrays { Reads::below(query.constraints) } else { Reads::default() };
        let mut claims = Claims { blaster, call, reads, is_open: !open.is_empty() };
        let mut all = Vec::new();
        for claim in claims.all(order)? {
            let literal = claims.literal(&claim)?;
            all.push((claim, literal));
        }
        let mut floor = Floor {
            claims,
            portfolio,
            open,
            config,
            counters,
            model: Model::new(),
            clear: HashSet::new(),
        };
        Descent::new(assumed, all, config.raises).run(&mut floor)?;
        let model = floor.model;
        debug_assert!(query.is_satisfied_by(&model), "the least model of {:?}", query.constraints);
        Ok(model)
    }
}

/// The instance as a descent sees it.
struct Floor<'a> {
    claims: Claims<'a>,
    portfolio: &'a mut Portfolio,
    /// The constraints with open reads.
    open: Vec<Term>,
    config: &'a OwnConfig,
    counters: &'a mut Counters,
    /// The model of the latest assumptions that can hold.
    model: Model,
    /// Bits that are false in the model kept last.
    clear: HashSet<Lit>,
}

impl Floor<'_> {
    /// Whether the model of the latest call is valid, open reads included; otherwise it is excluded.
    fn confirms(&mut self, claims: &[Claim]) -> Result<bool, Unknown> {
        let Claims { blaster, call, .. } = &mut self.claims;
        let portfolio = &mut *self.portfolio;
        let value = |input: Lit| portfolio.value(input);
        let mut model = blaster.model(&value);
        let claimed = claims.iter().flat_map(|claim| match claim {
            Claim::Bytes { reads, .. } => reads.as_slice(),
            _ => &[],
        });
        let claimed = claimed.filter(|read| blaster.is_open(read)).cloned();
        let open: Vec<Term> = self.open.iter().cloned().chain(claimed).collect();
        let lemmas = match open.is_empty() {
            true => Vec::new(),
            false => blaster.close(*call, &open, &mut model, &value)?,
        };
        if lemmas.is_empty() {
            self.model = model;
            return Ok(true);
        }
        lemmas.into_iter().for_each(|lemma| self.portfolio.assert(lemma));
        Ok(false)
    }
}

impl Oracle for Floor<'_> {
    fn conflict(
        &mut self,
        assumed: &[Lit],
        claims: &[Claim],
    ) -> Result<Option<Vec<usize>>, Unknown> {
        loop {
            let limits = self.claims.call.limits;
            if let Some(reason) = limits.over() {
                return Err(Unknown::Limit(reason));
            }
            self.counters.calls += 1;
            let aig = self.claims.blaster.aig();
            match self.portfolio.solve(aig, assumed, limits, self.config.easy_conflicts) {
                SatVerdict::Unknown(reason) => return Err(Unknown::Limit(reason)),
                SatVerdict::Unsat => {
                    let failed = |place: &usize| self.portfolio.failed(assumed[*place]);
                    return Ok(Some((0..assumed.len()).filter(failed).collect()));
                }
                SatVerdict::Sat if self.confirms(claims)? => return Ok(None),
                SatVerdict::Sat => self.counters.refinements += 1,
            }
        }
    }

    fn split(&mut self, claim: Claim) -> Result<Vec<(Claim, Lit)>, Unknown> {
        let mut parts = Vec::new();
        for part in self.claims.split(claim)? {
            let literal = self.claims.literal(&part)?;
            parts.push((part, literal));
        }
        Ok(parts)
    }

    fn keep(&mut self, claims: &[(Claim, Lit)]) {
        let bits = claims.iter().flat_map(|(claim, _)| match claim {
            Claim::Bit(bit) => std::slice::from_ref(bit),
            Claim::Bits(bits) => bits,
            Claim::Bytes { .. } => &[],
        });
        self.clear = bits.copied().filter(|bit| !self.portfolio.value(*bit)).collect();
    }

    fn holds(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Bit(bit) => self.clear.contains(bit),
            Claim::Bits(bits) => bits.iter().all(|bit| self.clear.contains(bit)),
            Claim::Bytes { array, first, last, .. } => {
                let Form::Array(symbol) = array.form() else { return false };
                let mut bytes = self.model.bytes_of(&symbol);
                !bytes.any(|(at, byte)| byte != 0 && (*first..=*last).contains(&at))
            }
        }
    }
}
