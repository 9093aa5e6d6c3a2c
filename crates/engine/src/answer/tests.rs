//! What answers do to a path: constraints, forks, and entries in the ledger.

use std::time::Duration;

use exec::{Limit, Way, Ways};
use memory::Value;
use numeric::Bits;
use search::Strategy;
use solver::sat::Reason;

use super::*;
use crate::ending;
use crate::fixture::{byte, given, input, with_path};
use crate::seed::Seeds;
use crate::{Config, Limits, NoFork, Outcome, SeedMisfit, Seeding, Warning};

/// A path with one symbolic byte that waits for a system call, for which it asks.
fn asking(cx: &Context<'_>, mut active: Active) -> (Active, Term) {
    let (_, array) = input(&mut active, "x", 1);
    active.waits_for_system(0, Box::new(std::array::from_fn(|_| Value::ZERO)));
    let x = byte(cx.terms(), &array, 0);
    (active, x)
}

fn is(terms: &Terms, x: &Term, number: u64) -> Term {
    terms.eq(x, &terms.number(x.width(), number))
}

fn below(terms: &Terms, x: &Term, number: u64) -> Term {
    terms.ult(x, &terms.number(x.width(), number))
}

fn truth(condition: &Term) -> Ask {
    Ask::Truth(condition.clone(), Topic::Control)
}

fn cuts(outcome: &Outcome) -> Vec<(&Cut, u64)> {
    outcome.reasons.iter().map(|reason| (&reason.what, reason.count)).collect()
}

fn limited(limits: Limits) -> Config {
    Config { limits, ..Config::default() }
}

/// If both sides are feasible, each is a path that knows its own side, and nothing is in the ledger.
#[test]
fn a_fork() {
    let (_, outcome) = with_path(&Config::default(), |cx, active| {
        let (mut active, x) = asking(cx, active);
        active.covered_new = true;
        let condition = below(cx.terms(), &x, 3);
        let answered = answer(cx, &mut active, truth(&condition));
        let Answered::Forked(others) = answered else { panic!("both sides can be") };
        let [other] = &others[..] else { panic!("{} others", others.len()) };
        let known = |active: &Active| active.state.answers.settled(&condition);
        assert_eq!((known(&active), known(other)), (Some(1), Some(0)));
        let constraint = |active: &Active| active.state.path.assumed().cloned().collect::<Vec<_>>();
        assert_eq!(constraint(&active), std::slice::from_ref(&condition));
        assert_eq!(constraint(other), [cx.terms().not(&condition)]);
        assert_eq!((active.depth, other.depth), (1, 1));
        assert_eq!(
            (active.decisions.to_vec(), other.decisions.to_vec()),
            (vec![true], vec![false])
        );
        assert_eq!((active.covered_new, other.covered_new), (true, false), "the first keeps that");
    });
    assert_eq!((outcome.figures.branch_forks, outcome.figures.memory_forks), (1, 0));
    assert_eq!(outcome.figures.forks_by_cause.iter().sum::<u64>(), 1);
    assert!(outcome.exhaustive);
}

/// What the path implies is settled without a fork and without a constraint.
#[test]
fn an_implied_answer() {
    with_path(&Config::default(), |cx, active| {
        let (mut active, x) = asking(cx, active);
        let assumed = Ask::Truth(below(cx.terms(), &x, 3), Topic::Assumption);
        assert!(matches!(answer(cx, &mut active, assumed), Answered::Go));
        for (condition, holds) in [(below(cx.terms(), &x, 4), 1), (is(cx.terms(), &x, 9), 0)] {
            assert!(matches!(answer(cx, &mut active, truth(&condition)), Answered::Go));
            assert_eq!(active.state.answers.settled(&condition), Some(holds));
        }
        assert_eq!(active.state.path.len(), 1);
        let never = Ask::Truth(is(cx.terms(), &x, 9), Topic::Assumption);
        assert!(matches!(answer(cx, &mut active, never), Answered::Go));
        assert_eq!(active.state.path.len(), 1, "an assumption that cannot hold is only answered");
    });
}

/// A question that meets its limit ends the path, and the ledger names the limit.
#[test]
fn a_limit_is_in_the_ledger() {
    let config = limited(Limits { solver_time: Some(Duration::ZERO), ..Limits::default() });
    let (told, outcome) = with_path(&config, |cx, active| {
        let (mut active, _) = asking(cx, active);
        let terms = cx.terms();
        let factor = |name| terms.zext(&terms.var(name, Bits(16)), Bits(32));
        let product = terms.mul(&factor("a"), &factor("b"));
        let hard = is(terms, &product, 65_521 * 65_519);
        let answered = answer(cx, &mut active, Ask::Truth(hard, Topic::Assumption));
        let Answered::Halt(halt) = answered else { panic!("there is no verdict") };
        ending::finish(cx, Box::new(active), halt);
    });
    let cut = Cut::Inconclusive(Inconclusive::Unknown(Unknown::Limit(Reason::Deadline)));
    assert_eq!(cuts(&outcome), [(&cut, 1)]);
    assert_eq!((outcome.figures.partial, told.ends.len()), (1, 1));
}

/// When the run is over, nothing is settled, and the path ends with all others.
#[test]
fn no_answer_when_the_run_is_over() {
    let config = limited(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let (_, outcome) = with_path(&config, |cx, active| {
        let (mut active, _) = asking(cx, active);
        let terms = cx.terms();
        let factor = |name| terms.zext(&terms.var(name, Bits(16)), Bits(32));
        let hard = is(terms, &terms.mul(&factor("a"), &factor("b")), 65_521 * 65_519);
        assert!(matches!(answer(cx, &mut active, truth(&hard)), Answered::Go));
        assert_eq!(active.state.answers.settled(&hard), None);
        assert!(active.state.path.is_empty());
    });
    assert!(outcome.exhaustive, "the end of the run is not entered here");
}

/// If the run is over before it is known whether memory that was never written makes a difference, nothing is settled,
/// and the ledger does not claim that it does.
#[test]
fn no_verdict_on_undefined_bytes_when_the_run_is_over() {
    let config = limited(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let (_, outcome) = with_path(&config, |cx, active| {
        let (mut active, _) = asking(cx, active);
        let terms = cx.terms();
        let factor = |name| terms.zext(&terms.var(name, Bits(16)), Bits(32));
        let hard = is(terms, &terms.mul(&factor("a"), &factor("b")), 65_521 * 65_519);
        let undefined = byte(terms, &terms.undefined(1, 1), 0);
        // It holds if all inputs are zero, which is tried without asking the solver.
        let read = terms.ite(&hard, &undefined, &terms.number(Bits(8), 7));
        let condition = is(terms, &read, 7);
        for topic in [Topic::Assumption, Topic::Control] {
            let ask = Ask::Truth(condition.clone(), topic);
            assert!(matches!(answer(cx, &mut active, ask), Answered::Go), "{topic:?}");
            assert_eq!(active.state.answers.settled(&condition), None, "{topic:?}");
            assert!(active.state.path.is_empty(), "{topic:?}");
        }
    });
    assert!(outcome.exhaustive, "{:?}", outcome.reasons);
}

/// Where no fork is allowed, one side goes on, that of the seed if there is one, and the ledger says so.
#[test]
fn forks_that_are_not_made() {
    let none_left = limited(Limits { forks: Some(0), ..Limits::default() });
    for (config, why) in [
        (&none_left, NoFork::Limit),
        (&Config::default(), NoFork::Program),
        (&Config::default(), NoFork::Nested),
    ] {
        let (_, outcome) = with_path(config, |cx, active| {
            let (mut active, x) = asking(cx, active);
            active.state.forking = why != NoFork::Program;
            active.outside.depth = u32::from(why == NoFork::Nested);
            active.seeds = Seeds::new(cx.terms(), &[given("x", &[7])], Seeding::default());
            let condition = below(cx.terms(), &x, 3);
            assert!(matches!(answer(cx, &mut active, truth(&condition)), Answered::Go));
            assert_eq!(active.state.answers.settled(&condition), Some(0), "as the seed has it");
            assert_eq!(active.state.path.len(), 1);
            assert!(!active.seeds.is_empty());
        });
        assert_eq!(cuts(&outcome), [(&Cut::Unforked(why), 1)]);
        assert_eq!((outcome.figures.inhibited_forks, outcome.figures.branch_forks), (1, 0));
    }
}

/// The number of forks on one path is limited.
#[test]
fn depth() {
    let config = limited(Limits { depth: Some(1), ..Limits::default() });
    with_path(&config, |cx, active| {
        let (mut active, x) = asking(cx, active);
        let first = truth(&below(cx.terms(), &x, 3));
        assert!(matches!(answer(cx, &mut active, first), Answered::Forked(_)));
        let second = truth(&below(cx.terms(), &x, 2));
        let answered = answer(cx, &mut active, second);
        assert!(matches!(answered, Answered::Halt(Halt::Exhausted(Limit::Depth))));
    });
}

/// Each seed goes to its side; one that fits no path is dropped, and a warning says why.
#[test]
fn seeds() {
    let tests = vec![given("x", &[9]), given("y", &[1]), given("x", &[1]), given("x", &[30])];
    let config = Config { given: Given::Seeds(tests.clone()), ..Config::default() };
    let (told, _) = with_path(&config, |cx, active| {
        let (mut active, x) = asking(cx, active);
        active.seeds = Seeds::new(cx.terms(), &tests, Seeding::default());
        let assumed = Ask::Truth(below(cx.terms(), &x, 20), Topic::Assumption);
        assert!(matches!(answer(cx, &mut active, assumed), Answered::Go));
        let condition = below(cx.terms(), &x, 3);
        let answered = answer(cx, &mut active, truth(&condition));
        let Answered::Forked(others) = answered else { panic!("both sides can be") };
        assert_eq!((active.seeds.value(&x), others[0].seeds.value(&x)), (Some(1), Some(9)));
        assert_eq!(active.seeds.keep(&is(cx.terms(), &x, 1)), 0, "it has no other");
    });
    let misfit = SeedMisfit::Input { wanted: ("x".into(), 1), given: ("y".into(), 1) };
    assert_eq!(told.warnings, [Warning::Seed(misfit), Warning::Seed(SeedMisfit::Assumption)]);
}

/// The least number is picked, and an entry is made if there were others.
#[test]
fn picked_numbers() {
    for (most, entries) in [(10, 1), (6, 0)] {
        let (_, outcome) = with_path(&Config::default(), |cx, active| {
            let (mut active, x) = asking(cx, active);
            let terms = cx.terms().clone();
            let between = terms.and(&below(&terms, &x, most), &terms.not(&below(&terms, &x, 5)));
            answer(cx, &mut active, Ask::Truth(between, Topic::Assumption));
            assert!(matches!(answer(cx, &mut active, Ask::Pick(x.clone())), Answered::Go));
            assert_eq!(active.state.answers.settled(&x), Some(5));
            let known = active.state.path.simplify(&terms, &x);
            assert_eq!(known.as_const().map(|x| x.low_u64()), Some(5), "the path knows it");
        });
        assert_eq!(cuts(&outcome), vec![(&Cut::Picked, 1); entries]);
    }
}

/// Of several objects one is picked; each other one is an entry.
#[test]
fn picked_objects() {
    let (_, outcome) = with_path(&Config::default(), |cx, active| {
        let (mut active, x) = asking(cx, active);
        let few = Ask::Truth(below(cx.terms(), &x, 4), Topic::Assumption);
        answer(cx, &mut active, few);
        assert!(matches!(answer(cx, &mut active, Ask::PickObject(x.clone())), Answered::Go));
        assert_eq!(active.state.answers.settled(&x), Some(0));
    });
    assert_eq!(cuts(&outcome), [(&Cut::SkippedObject, 3)]);
    assert!(outcome.figures.resolution_queries > 3);
}

/// An access forks once for each object but one, and counts as one access.
#[test]
fn forks_for_objects() {
    let (_, outcome) = with_path(&Config::default(), |cx, active| {
        let (mut active, x) = asking(cx, active);
        answer(cx, &mut active, Ask::Truth(below(cx.terms(), &x, 3), Topic::Assumption));
        let mut found = Vec::new();
        let mut open = vec![Box::new(active)];
        while let Some(mut active) = open.pop() {
            let answered = answer(cx, &mut active, Ask::Value(x.clone(), Topic::Object));
            let Answered::Forked(others) = answered else {
                found.push(active.state.answers.settled(&x));
                continue;
            };
            found.push(active.state.answers.settled(&x));
            open.extend(others);
        }
        found.sort_unstable();
        assert_eq!(found, [Some(0), Some(1), Some(2)]);
        let mut branching = std::collections::BTreeMap::new();
        cx.record.accesses.count_into(&mut branching);
        assert_eq!(branching, [(3, 1)].into(), "one access with three targets");
    });
    assert_eq!((outcome.figures.memory_forks, outcome.figures.branch_forks), (2, 0));
}

/// A way that is not feasible is not taken; if only one is left, the state takes it without a fork.
#[test]
fn one_way() {
    with_path(&Config::default(), |cx, active| {
        let (mut active, x) = asking(cx, active);
        answer(cx, &mut active, Ask::Truth(is(cx.terms(), &x, 2), Topic::Assumption));
        let way = |sample| Way { condition: is(cx.terms(), &x, sample), sample };
        let ways = vec![way(1), way(2), way(3)];
        let taken = ways[1].condition.clone();
        let ask = Ask::Ways(Box::new(Ways { value: x.clone(), ways }));
        assert!(matches!(answer(cx, &mut active, ask), Answered::Go));
        assert_eq!(active.state.answers.settled(&taken), Some(1));
        assert_eq!(active.state.answers.example(&x), Some(2));
        assert_eq!(active.state.path.len(), 1);
    });
}

/// The cost of a question counts for both sides of its fork if a searcher weighs it.
#[test]
fn costs() {
    let strategies = vec![Strategy::Nurs(Weight::Qc)];
    let weighing = search::Config { strategies, ..search::Config::default() };
    let weighed = Config { search: weighing, ..Config::default() };
    for (config, counts) in [(&weighed, true), (&Config::default(), false)] {
        with_path(config, |cx, active| {
            let (mut active, _) = asking(cx, active);
            let terms = cx.terms();
            // So many values are not tried: the backend is asked.
            let x = terms.var("x", Bits(16));
            let square = terms.mul(&x, &x);
            let condition = is(terms, &square, 169);
            let Answered::Forked(others) = answer(cx, &mut active, truth(&condition)) else {
                panic!("both sides can be");
            };
            assert_eq!(active.query_cost, others[0].query_cost);
            assert_eq!(active.query_cost > 0, counts);
        });
    }
}
