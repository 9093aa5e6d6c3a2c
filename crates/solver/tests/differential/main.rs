//! Random queries, decided by our own backend and by other solvers.
//!
//! A query consists of plain terms, which no rule has touched. The other solver gets those; ours gets what the
//! constructors make of them. So any part may be responsible for a disagreement: rules, circuits, clauses, SAT cores,
//! instances kept between queries, or models. It is shrunk and printed as a script. Our models are evaluated on the
//! plain terms.
//!
//! The ordinary run is a sample; `STRATA_FULL=1` makes it more than twenty times as many.

#![expect(clippy::print_stdout, reason = "how much was compared")]

mod floats;
mod generate;
mod rebuild;
mod shrink;

use generate::Generator;
use rebuild::{Style, rebuild};
use solver::own::Own;
use solver::process::Process;
use solver::sat::Limits;
use solver::z3::{Reuse, Z3};
use solver::{Decide, Query, Verdict};
use std::time::{Duration, Instant};
use term::{Term, Terms, smt};
use testing::amount;

/// Queries that share a store, and the instances of our backend.
const BATCH: u64 = 40;

/// The time we have for a query.
const OURS: Duration = Duration::from_secs(1);

/// The time the other solver has: a query it does not decide compares nothing.
const THEIRS: Duration = Duration::from_secs(5);

#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    /// Not decided by us in time.
    slow: u64,
    /// Not decided by the other solver.
    lost: u64,
    ours: Duration,
    theirs: Duration,
}

/// What two solvers make of a query.
struct Comparison {
    ours: Verdict,
    theirs: Verdict,
    /// What is wrong, in words.
    wrong: Option<&'static str>,
}

fn decide(
    backend: &mut dyn Decide,
    terms: &Terms,
    constraints: &[Term],
    time: Duration,
) -> Verdict {
    backend.decide(&Query { terms, constraints }, &Limits::until(Instant::now() + time))
}

/// Decides a query of plain terms by both.
fn compare(
    own: &mut Own,
    other: &mut dyn Decide,
    terms: &Terms,
    plain: &[Term],
    tally: &mut Tally,
) -> Comparison {
    let built = rebuild(terms, plain, Style::Rewritten, None);
    let started = Instant::now();
    let ours = decide(own, terms, &built, OURS);
    tally.ours += started.elapsed();
    let started = Instant::now();
    let theirs = decide(other, terms, plain, THEIRS);
    tally.theirs += started.elapsed();
    let wrong = match (&ours, &theirs) {
        (Verdict::Sat(model), _) if !plain.iter().all(|term| model.satisfies(term)) => {
            Some("our model is none")
        }
        (Verdict::Sat(_), Verdict::Unsat) => Some("satisfiable by us only"),
        (Verdict::Unsat, Verdict::Sat(_)) => Some("unsatisfiable by us only"),
        _ => None,
    };
    Comparison { ours, theirs, wrong }
}

/// Compares this many queries; panics with the smallest query it finds that shows a disagreement.
fn run(other: &mut dyn Decide, first: u64, count: u64) {
    let mut tally = Tally::default();
    for batch in first..first + count.div_ceil(BATCH) {
        let (terms, mut own) = (Terms::new(), Own::default());
        let mut generator = Generator::new(&terms, batch);
        for number in 0..BATCH {
            let plain = generator.query();
            let Comparison { ours, theirs, wrong } =
                compare(&mut own, other, &terms, &plain, &mut tally);
            if let Some(wrong) = wrong {
                let name = other.name();
                report(
                    &format!("{wrong}, not by {name}: batch {batch}, query {number}"),
                    &terms,
                    &plain,
                    other,
                );
            }
            match ours {
                Verdict::Sat(_) => tally.sat += 1,
                Verdict::Unsat => tally.unsat += 1,
                Verdict::Unknown(why) => {
                    println!("batch {batch}, query {number}: {why}");
                    tally.slow += 1;
                }
            }
            tally.lost += u64::from(matches!(theirs, Verdict::Unknown(_)));
        }
    }
    println!("against {}: {tally:?}", other.name());
    let all = tally.sat + tally.unsat + tally.slow;
    assert!(tally.slow * 20 <= all, "at least 95 % are decided within a second: {tally:?}");
    assert!(tally.lost * 10 <= all, "most are compared: {tally:?}");
    assert!(tally.sat * 4 >= all && tally.unsat * 4 >= all, "both verdicts are common: {tally:?}");
}

/// Shrinks a query on which a new instance is wrong too, and fails.
fn report(what: &str, terms: &Terms, plain: &[Term], other: &mut dyn Decide) -> ! {
    let mut is_wrong = |plain: &[Term]| {
        let mut tally = Tally::default();
        compare(&mut Own::default(), other, terms, plain, &mut tally).wrong.is_some()
    };
    if !is_wrong(plain) {
        panic!("{what}; a new instance is right\n{}", smt::script(plain));
    }
    let small = shrink::shrink(terms, plain.to_vec(), &mut is_wrong);
    let built = rebuild(terms, &small, Style::Rewritten, None);
    panic!("{what}\n{}\nas we see it:\n{}", smt::script(&small), smt::script(&built));
}

/// A part of the queries for Z3: parts are separate tests, to run side by side.
fn against_z3(part: u64) {
    match Z3::new(Reuse::Fresh) {
        Ok(mut z3) => run(&mut z3, part << 32, amount(200, 5_000)),
        Err(why) => testing::skip(why),
    }
}

fn against_cvc5(part: u64) {
    let mut cvc5 = Process::new("cvc5");
    if let Verdict::Unknown(why) = decide(&mut cvc5, &Terms::new(), &[], THEIRS) {
        return testing::skip(why);
    }
    run(&mut cvc5, part << 32, amount(40, 2_520));
}

#[test]
fn z3_agrees_1() {
    against_z3(1);
}

#[test]
fn z3_agrees_2() {
    against_z3(2);
}

#[test]
fn z3_agrees_3() {
    against_z3(3);
}

#[test]
fn z3_agrees_4() {
    against_z3(4);
}

#[test]
fn cvc5_agrees_1() {
    against_cvc5(5);
}

#[test]
fn cvc5_agrees_2() {
    against_cvc5(7);
}
