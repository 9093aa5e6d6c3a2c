//! Every rewrite rule of `term`, proved by Z3 at small widths.
//!
//! A rule is applied to operands of all shapes; the left side is made without any rule, and Z3 is asked
//! for values by which the sides differ. Of the instances of a rule, the first are proved, then ever
//! fewer; with `STRATA_FULL=1`, all.

#![allow(clippy::print_stdout)] // Tests say what they skip, and how much was proved.

use numeric::Bits;
use solver::sat::Limits;
use solver::z3::{Reuse, Z3};
use solver::{Decide, Query, Verdict};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use term::testing::{Instance, Plain, each_array_instance, each_instance, rule_names};
use term::{Binary, Terms, smt};

/// How many of the first instances of a rule at a width are proved.
const FIRST: u64 = 3;

struct Prover {
    z3: Z3,
    full: bool,
    /// Applications and proofs of each rule.
    tally: BTreeMap<&'static str, (u64, u64)>,
    /// Applications of each rule at the current width.
    here: BTreeMap<&'static str, u64>,
}

impl Prover {
    fn new() -> Option<Prover> {
        let full = std::env::var_os("STRATA_FULL").is_some();
        match Z3::new(Reuse::Fresh) {
            Ok(z3) => Some(Prover { z3, full, tally: BTreeMap::new(), here: BTreeMap::new() }),
            Err(why) => {
                println!("skipped: {why} (./setup.sh --dev installs it)");
                None
            }
        }
    }

    fn see(&mut self, terms: &Terms, instance: &Instance) {
        let count = self.here.entry(instance.rule).or_default();
        *count += 1;
        let chosen = self.full || *count <= FIRST || count.is_power_of_two();
        let (applied, proved) = self.tally.entry(instance.rule).or_default();
        *applied += 1;
        if chosen {
            *proved += 1;
            self.prove(terms, instance);
        }
    }

    fn prove(&mut self, terms: &Terms, instance: &Instance) {
        let Instance { rule, left, right } = instance;
        assert_eq!(left.width(), right.width(), "{rule}");
        let plain = Plain(terms);
        let differ = [plain.not(&plain.binary(Binary::Eq, left, right))];
        let limits = Limits::until(Instant::now() + Duration::from_secs(30));
        match self.z3.decide(&Query { terms, constraints: &differ }, &limits) {
            Verdict::Unsat => {}
            verdict => {
                panic!("{rule}: {left} is not {right}: {verdict:?}\n{}", smt::script(&differ))
            }
        }
    }
}

#[test]
fn every_rule_is_an_equation() {
    let Some(mut prover) = Prover::new() else { return };
    for width in [1, 2, 3, 4, 8] {
        let terms = Terms::new();
        prover.here.clear();
        each_instance(&terms, Bits(width), |instance| prover.see(&terms, &instance));
    }
    let terms = Terms::new();
    prover.here.clear();
    each_array_instance(&terms, |instance| prover.see(&terms, &instance));
    let (applied, proved) =
        prover.tally.values().fold((0, 0), |(a, p), (applied, proved)| (a + applied, p + proved));
    println!("{} rules, applied {applied} times, {proved} of them proved", prover.tally.len());
    let missing: Vec<&str> =
        rule_names().into_iter().filter(|name| !prover.tally.contains_key(name)).collect();
    assert!(missing.is_empty(), "no operands of `term::testing` make these apply: {missing:?}");
}
