//! Every rewrite rule of `term`, proved at small widths: by Z3, and by our own backend for floats.
//!
//! A rule is applied to operands of all shapes; the left side is built without any rule, and a solver is asked for
//! values for which the sides differ. Of the instances of a rule, the first ones are proved, then fewer and fewer;
//! with `STRATA_FULL=1`, all of them.
//!
//! For floats the bits matter, including those of NaNs, and our own backend has circuits for these, which are tested
//! against evaluation. Z3 is asked too, but gives up on most of what is more than a comparison.

#![expect(clippy::print_stdout, reason = "how much was proved")]

use numeric::{Bits, FloatKind};
use solver::own::Own;
use solver::process::Process;
use solver::sat::Limits;
use solver::z3::{Reuse, Z3};
use solver::{Decide, Query, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use term::testing::{
    Instance, Plain, each_array_instance, each_float_instance, each_instance, float_rule_names,
    rule_names,
};
use term::{Binary, Terms, smt};

/// How many of the first instances of a rule at a width are proved.
const FIRST: u64 = 3;

/// The time for a proof.
const TIME: Duration = Duration::from_secs(60);

/// The time for a second proof.
const SECOND_OPINION: Duration = Duration::from_millis(200);

/// Which instances of a rule are proved.
#[derive(Clone, Copy)]
enum Density {
    All,
    /// The first ones, then fewer and fewer.
    Usual,
    /// These, and one of this many.
    OneOf(u64),
    Few,
}

impl Density {
    fn takes(self, number: u64) -> bool {
        let usual = number <= FIRST || number.is_power_of_two();
        match self {
            Density::All => true,
            Density::Usual => usual,
            Density::OneOf(part) => usual || number.is_multiple_of(part),
            Density::Few => number.is_power_of_two() && number.ilog2().is_multiple_of(2),
        }
    }
}

/// The instances that are proved.
struct Sample {
    density: Density,
    /// Applications and proofs of each rule.
    tally: BTreeMap<&'static str, (u64, u64)>,
    /// Applications of each rule at the current width.
    here: BTreeMap<&'static str, u64>,
}

impl Sample {
    fn new() -> Sample {
        let density = if testing::full() { Density::All } else { Density::Usual };
        Sample { density, tally: BTreeMap::new(), here: BTreeMap::new() }
    }

    /// Counts an application; returns its number at the width if it is to be proved.
    fn choose(&mut self, rule: &'static str) -> Option<u64> {
        let count = self.here.entry(rule).or_default();
        *count += 1;
        let chosen = self.density.takes(*count);
        let (applied, proved) = self.tally.entry(rule).or_default();
        *applied += 1;
        *proved += u64::from(chosen);
        chosen.then_some(*count)
    }

    /// Requires that each of the rules was met.
    fn finish(&self, rules: Vec<&str>) {
        let (applied, proved) =
            self.tally.values().fold((0, 0), |(a, p), (applied, proved)| (a + applied, p + proved));
        println!("{} rules, applied {applied} times, {proved} of them proved", self.tally.len());
        let missing: Vec<&str> =
            rules.into_iter().filter(|name| !self.tally.contains_key(name)).collect();
        assert!(missing.is_empty(), "no operands of `term::testing` make these apply: {missing:?}");
    }
}

/// Whether the sides of a rule are equal, if the solver can decide that.
///
/// # Panics
/// If they are not.
fn is_proved(solver: &mut dyn Decide, terms: &Terms, instance: &Instance, time: Duration) -> bool {
    let Instance { rule, left, right } = instance;
    assert_eq!(left.width(), right.width(), "{rule}");
    let plain = Plain(terms);
    let differ = [plain.not(&plain.binary(Binary::Eq, left, right))];
    let limits = Limits::until(Instant::now() + time);
    match solver.decide(&Query { terms, constraints: &differ }, &limits) {
        Verdict::Unsat => true,
        Verdict::Unknown(_) => false,
        Verdict::Sat(model) => {
            panic!("{rule}: {left} is not {right}: {model:?}\n{}", smt::script(&differ))
        }
    }
}

fn prove(solver: &mut dyn Decide, terms: &Terms, instance: &Instance) {
    let Instance { rule, left, right } = instance;
    let proved = is_proved(solver, terms, instance, TIME);
    assert!(proved, "{} cannot prove {rule}: {left} is {right}", solver.name());
}

#[test]
fn every_rule_is_an_equation() {
    let mut z3 = match Z3::new(Reuse::Fresh) {
        Ok(z3) => z3,
        Err(why) => return testing::skip(why),
    };
    let mut sample = Sample::new();
    for width in [1, 2, 3, 4, 8] {
        let terms = Terms::new();
        sample.here.clear();
        each_instance(&terms, Bits(width), |instance| {
            if sample.choose(instance.rule).is_some() {
                prove(&mut z3, &terms, &instance);
            }
        });
    }
    let terms = Terms::new();
    sample.here.clear();
    each_array_instance(&terms, |instance| {
        if sample.choose(instance.rule).is_some() {
            prove(&mut z3, &terms, &instance);
        }
    });
    sample.finish(rule_names());
}

/// The kinds at which rules for floats are proved. X87 has special encodings; what holds for the narrow kinds holds
/// for double and quad by the same code.
fn float_kinds() -> Vec<(FloatKind, Density)> {
    let narrow = [FloatKind::Half, FloatKind::BFloat, FloatKind::Single];
    let wide = [FloatKind::X87, FloatKind::Double, FloatKind::Quad];
    let (dense, sparse, wide) = match testing::full() {
        true => (Density::All, Density::OneOf(64), &wide[..]),
        false => (Density::OneOf(64), Density::Few, &wide[..1]),
    };
    let narrow = narrow.map(|kind| (kind, dense));
    narrow.into_iter().chain(wide.iter().map(|kind| (*kind, sparse))).collect()
}

#[test]
fn every_float_rule_is_an_equation() {
    let (mut own, mut z3, mut sample) = (Own::default(), Process::new("z3"), Sample::new());
    let (mut agreed, mut gave_up) = (0, BTreeSet::new());
    for (kind, density) in float_kinds() {
        let terms = Terms::new();
        sample.here.clear();
        sample.density = density;
        each_float_instance(&terms, kind, |instance| {
            let Some(number) = sample.choose(instance.rule) else { return };
            prove(&mut own, &terms, &instance);
            let asked = Density::Few.takes(number) && kind.width() <= Bits(32);
            if asked && !gave_up.contains(&(kind, instance.rule)) {
                match is_proved(&mut z3, &terms, &instance, SECOND_OPINION) {
                    true => agreed += 1,
                    false => _ = gave_up.insert((kind, instance.rule)),
                }
            }
        });
    }
    sample.finish(float_rule_names());
    println!("Z3 proved {agreed} too, and gave up {} rules at some kind", gave_up.len());
    if testing::installed("z3") {
        assert!(agreed > 0, "Z3 proves nothing");
    }
}
