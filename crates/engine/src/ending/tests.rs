//! Ends of paths: their tests, and which of them get one.

use std::time::Duration;

use exec::{Ask, Inconclusive, Topic};
use memory::{Kind, Site};
use solver::sat::Reason;
use term::Term;

use super::*;
use crate::active::Chunk;
use crate::answer::answer;
use crate::fixture::{byte, input, with_path};
use crate::record::Ends;
use crate::{Checks, Config, Cut, Emit, Limits};

/// Ends a path with an input `x` of one byte, `x` being above 4.
fn end_above(cx: &mut Context<'_>, mut active: Active, halt: Halt) {
    above(cx, &mut active);
    finish(cx, Box::new(active), halt);
}

fn above(cx: &mut Context<'_>, active: &mut Active) -> Term {
    let (_, array) = input(active, "x", 1);
    let x = byte(cx.terms(), &array, 0);
    let condition = cx.terms().ult(&cx.terms().number(x.width(), 4), &x);
    answer(cx, active, Ask::Truth(condition, Topic::Assumption));
    x
}

fn fault() -> Halt {
    Halt::Fault(Fault::Signal(6))
}

/// The test has the least input of the path, and the output of the path for it.
#[test]
fn the_least_input() {
    let (told, outcome) = with_path(&Config::default(), |cx, mut active| {
        let x = above(cx, &mut active);
        let stream = env::Stream::Out;
        let mut shown = env::Bytes::default();
        shown.push_term(x);
        active.output.push(Chunk { stream, bytes: b"x="[..].into() });
        active.output.push(Chunk { stream, bytes: shown });
        finish(cx, Box::new(active), Halt::Exit(0));
    });
    let [end] = &told.ends[..] else { panic!("{} ends", told.ends.len()) };
    let test = end.test.as_ref().expect("a test");
    assert_eq!((test.number, &test.objects[0].bytes), (1, &vec![5]));
    assert_eq!(test.output, [(env::Stream::Out, b"x=\x05".to_vec())]);
    assert_eq!((outcome.figures.completed, outcome.figures.tests), (1, 1));
    assert_eq!(outcome.last.expect("the last").halt, Halt::Exit(0));
    assert!(outcome.exhaustive);
}

/// What a path that met a limit wrote may be gigabytes, and nobody compares it.
#[test]
fn output_of_a_path_that_was_cut() {
    let (told, _) = with_path(&Config::default(), |cx, mut active| {
        active.output.push(Chunk { stream: env::Stream::Out, bytes: b"line"[..].into() });
        finish(cx, Box::new(active), Halt::Exhausted(Limit::Memory));
    });
    assert_eq!(told.ends[0].test.as_ref().expect("a test").output, []);
}

/// The wishes of the program decide, as far as the path allows.
#[test]
fn preferred_input() {
    let (told, _) = with_path(&Config::default(), |cx, mut active| {
        let x = above(cx, &mut active);
        let is = |number| cx.terms().eq(&x, &cx.terms().number(x.width(), number));
        std::rc::Rc::make_mut(&mut active.state.preferences).extend([is(2), is(77)]);
        finish(cx, Box::new(active), Halt::Exit(0));
    });
    assert_eq!(told.ends[0].test.as_ref().expect("a test").objects[0].bytes, [77]);
}

/// A fault is reported before its test is made; only the first path to a site gets a test.
#[test]
fn one_test_for_each_fault() {
    let all = Emit { faults: FaultTests::All, ..Emit::default() };
    for (emit, tests) in [(Emit::default(), 1), (all, 2)] {
        let config = Config { emit, ..Config::default() };
        let (told, outcome) = with_path(&config, |cx, active| {
            end_above(cx, active.clone(), fault());
            end_above(cx, active, fault());
        });
        let found = told.ends.iter().filter(|end| end.test.is_some()).count();
        assert_eq!((found, told.found), (tests, tests));
        assert!(told.ends[0].test.is_some(), "the first has one anyway");
        assert_eq!((outcome.figures.faulted, outcome.figures.tests), (2, tests as u64));
    }
}

/// Paths without a fault get a test if all do, or if they reached something new.
#[test]
fn tests_of_new_paths() {
    let emit = Emit { paths: PathTests::CoveringNew, ..Emit::default() };
    let config = Config { emit, ..Config::default() };
    let (told, _) = with_path(&config, |cx, active| {
        let mut new = active.clone();
        new.covered_new = true;
        end_above(cx, active, Halt::Exit(0));
        end_above(cx, new, Halt::Exit(0));
    });
    let tests: Vec<_> = told.ends.iter().map(|end| end.test.is_some()).collect();
    assert_eq!(tests, [false, true]);
}

/// There is no test once there are as many as were asked for, and none for silent ends.
#[test]
fn ends_without_a_test() {
    let (told, outcome) = with_path(&Config::default(), |cx, active| {
        end_above(cx, active.clone(), Halt::Exhausted(Limit::Tests));
        end_above(cx, active, Halt::Silent);
    });
    assert!(told.ends.iter().all(|end| end.test.is_none()));
    assert_eq!((outcome.figures.completed, outcome.figures.partial), (1, 1));
    assert_eq!(outcome.reasons.len(), 1, "a silent end is complete");
}

/// A path whose input is a question that no time is given for.
fn hard(cx: &mut Context<'_>, active: &mut Active) {
    let (_, array) = input(active, "x", 4);
    let terms = cx.terms().clone();
    let word = |at| terms.concat(&byte(&terms, &array, at), &byte(&terms, &array, at + 1));
    let wide = |at| terms.zext(&word(at), numeric::Bits(32));
    let product = terms.mul(&wide(0), &wide(2));
    let hard = terms.eq(&product, &terms.number(numeric::Bits(32), 65_521 * 65_519));
    active.state.path.assume(&terms, &hard, None);
}

/// A path that ended, but whose test could not be made, is open for the run that goes on: it is counted there, and its
/// fault gets its test.
#[test]
fn ends_without_a_model_come_again() {
    let limits = Limits { solver_time: Some(Duration::ZERO), ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let (_, outcome) = with_path(&config, |cx, active| {
        end_above(cx, active.clone(), Halt::Exit(0));
        let mut exits = active.clone();
        hard(cx, &mut exits);
        finish(cx, Box::new(exits), Halt::Exit(0));
        let mut faults = active;
        hard(cx, &mut faults);
        finish(cx, Box::new(faults), fault());
        assert_eq!(cx.record.faults(), [], "none has a test");
        let Ends { completed, faulted, partial } = cx.record.tried_again();
        assert_eq!((completed, faulted, partial), (1, 1, 0));
    });
    assert_eq!((outcome.figures.completed, outcome.figures.faulted), (2, 1));
}

/// Without a model there is no test, and the ledger says why.
#[test]
fn no_model() {
    let limits = Limits { solver_time: Some(Duration::ZERO), ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let (told, outcome) = with_path(&config, |cx, mut active| {
        hard(cx, &mut active);
        let halt = Halt::Inconclusive(Inconclusive::NoWay);
        finish(cx, Box::new(active), halt);
    });
    assert!(told.ends[0].test.is_none());
    let cuts: Vec<_> = outcome.reasons.iter().map(|reason| reason.what.clone()).collect();
    let no_test = Cut::NoTest(solver::Unknown::Limit(Reason::Deadline));
    assert_eq!(cuts, [Cut::Inconclusive(Inconclusive::NoWay), no_test]);
}

/// Objects that an exit leaves behind are faults, one for each allocation site, if leaks are checked for.
#[test]
fn leaks() {
    for (leaks, faults) in
        [(true, FaultTests::Sites), (true, FaultTests::All), (false, FaultTests::All)]
    {
        let checks = Checks { leaks, ..Checks::default() };
        let emit = Emit { faults, ..Emit::default() };
        let config = Config { checks, emit, ..Config::default() };
        let (told, outcome) = with_path(&config, |cx, mut active| {
            for (size, site) in [(8, 1), (4, 2), (16, 1)] {
                active.state.memory.allocate(Kind::Heap, size, 1, Site(site)).expect("room");
            }
            let halt = checked(cx, &active, Halt::Exit(0));
            finish(cx, Box::new(active), halt);
        });
        let leak = |end: &PathEnd| match end.halt {
            Halt::Fault(Fault::Leak { objects, bytes, .. }) => Some((objects, bytes)),
            _ => None,
        };
        let told: Vec<_> = told.ends.iter().chain(&told.beside).map(leak).collect();
        match leaks {
            true => assert_eq!(told, [Some((2, 24)), Some((1, 4))]),
            false => assert_eq!(told, [None]),
        }
        assert_eq!(outcome.figures.tests, if leaks { 2 } else { 1 });
    }
}
