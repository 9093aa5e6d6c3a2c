//! The loop that owns the states, with states made by the test: which one is next, merges, and limits.

use std::cell::Cell;
use std::time::Duration;

use memory::{Kind, Site, Value};
use search::Strategy;
use term::Term;

use super::*;
use crate::fixture::{Told, begin, byte, chain, given, input};
use crate::inquiry::Sides;
use crate::{Config, Event, Host, Limits, Seeding};

/// Runs a test on a run without states, and on a path that it may start with.
fn with_run(config: &Config, test: impl FnOnce(&mut Run<'_>, Active)) -> (Told, Outcome) {
    let mut told = Told::default();
    let mut sink = |event: Event<'_>| told.take(&event);
    let (machine, active) = begin(config);
    let census = Rc::clone(active.state.memory.census());
    let mut run = Run::new(Context::new(machine, config, chain(), &mut sink), census);
    test(&mut run, active);
    let outcome = run.outcome();
    (told, outcome)
}

fn depth_first() -> Config {
    let search = search::Config { strategies: vec![Strategy::Dfs], ..search::Config::default() };
    Config { search, ..Config::default() }
}

/// Takes in a state, and tells the searcher.
fn admit(run: &mut Run<'_>, active: Active) -> StateId {
    let id = run.admit(Box::new(active));
    run.update(&Change { current: None, added: &[id], removed: &[] });
    id
}

fn next(run: &mut Run<'_>) -> Option<StateId> {
    run.states.pick(&run.cx)
}

/// The searcher decides, but states with seeds come first, unless they wait.
#[test]
fn which_state_is_next() {
    let (_, outcome) = with_run(&depth_first(), |run, active| {
        let seeds = Seeds::new(run.cx.terms(), &[given("x", &[1])], Seeding::default());
        let seeded = Active { seeds, ..active.clone() };
        let first = admit(run, seeded);
        let last = admit(run, active);
        assert_eq!((first, last), (StateId(0), StateId(1)));
        assert_eq!(next(run), Some(first), "it has a seed");
        run.states.pause(first);
        assert_eq!(next(run), Some(last), "the other waits");
        let waiting = run.states.take(first).expect("it is alive");
        run.states.resume(waiting);
        assert_eq!(next(run), Some(first), "it goes on");
        let mut done = run.states.take(first).expect("it is alive");
        done.seeds = Seeds::default();
        run.states.put(first, done);
        assert_eq!(next(run), Some(last), "no seed is left: the deepest");
    });
    assert_eq!((outcome.figures.states, outcome.figures.states_made), (2, 2));
}

/// Two paths that forked since a merge was opened, one of which wrote 1 and the other 2. Both have reached its end.
fn forked(run: &mut Run<'_>, mut active: Active) -> ([Active; 2], Value, Term) {
    let (_, array) = input(&mut active, "x", 1);
    let terms = run.cx.terms().clone();
    let x = byte(&terms, &array, 0);
    let condition = terms.ult(&x, &terms.number(x.width(), 3));
    let id = active.state.memory.allocate(Kind::Heap, 1, 1, Site(1)).expect("room");
    let at = Value::Ptr { id, offset: 0 };
    run.merges.open(&mut active);
    let mut other = active.clone();
    for (path, side, number) in
        [(&mut active, condition.clone(), 1), (&mut other, terms.not(&condition), 2)]
    {
        path.state.path.assume(&terms, &side, None);
        path.state.memory.store(&at, 1, &Value::Int(number)).expect("a store");
    }
    ([active, other], at, condition)
}

/// Makes a path wait at the end of its merge.
fn arrive(run: &mut Run<'_>, mut active: Active) -> StateId {
    let merge = active.merges.pop().expect("it is open").number();
    let id = admit(run, active);
    assert!(run.merges.wait(merge, id));
    run.states.pause(id);
    id
}

/// Once the last path has reached the end of a merge, they become one, which holds both values.
#[test]
fn paths_that_merge() {
    let (_, outcome) = with_run(&depth_first(), |run, active| {
        let ([one, two], at, condition) = forked(run, active);
        let first = arrive(run, one);
        run.close_merges();
        assert_eq!(next(run), None, "the first waits for the other");
        arrive(run, two);
        run.close_merges();
        assert_eq!((run.states.len(), next(run)), (1, Some(first)));
        let state = &run.states.live()[&first].state;
        let value = state.memory.load(&at, 1).expect("a load");
        let (terms, bits) = (run.cx.terms(), numeric::Bits(8));
        let value = state.memory.term_of(&value, bits);
        let number = |n| terms.number(bits, n);
        let same = terms.eq(&value, &terms.ite(&condition, &number(1), &number(2)));
        let decided = run.cx.inquiry.decide(&state.path, &same, exec::Topic::Number);
        assert!(matches!(decided.verdict, Sides::One(true)), "{value}");
    });
    assert_eq!((outcome.figures.states, outcome.figures.max_states), (1, 2));
}

/// A path that asked the environment for anything in between goes on by itself.
#[test]
fn paths_that_do_not_merge() {
    with_run(&depth_first(), |run, active| {
        let ([one, mut two], ..) = forked(run, active);
        two.calls += 1;
        let ids = [arrive(run, one), arrive(run, two)];
        run.close_merges();
        assert_eq!(run.states.len(), 2);
        assert!(ids.iter().all(|id| run.states.live().contains_key(id)));
        assert_eq!(next(run), Some(ids[1]), "both go on");
    });
}

/// The first limit that is met ends the run and every state.
#[test]
fn limits() {
    let mut limits = Limits { instructions: Some(10), ..Limits::default() };
    limits.tests = Some(3);
    let config = Config { limits, ..depth_first() };
    let (told, outcome) = with_run(&config, |run, active| {
        assert_eq!(run.exhausted(), None);
        run.cx.record.meet_last();
        assert_eq!(run.exhausted(), Some(Limit::Faults));
        run.cx.record.figures.tests = 3;
        assert_eq!(run.exhausted(), Some(Limit::Tests));
        run.cx.record.figures.instructions = 10;
        assert_eq!(run.exhausted(), Some(Limit::Instructions));
        assert_eq!(run.cx.fuel(100).most, 0, "none may be executed");
        admit(run, active.clone());
        admit(run, active);
        run.retire_all(Limit::Instructions);
        assert!(run.states.is_empty());
    });
    assert!(told.ends.iter().all(|end| end.halt == Halt::Exhausted(Limit::Instructions)));
    assert_eq!((told.ends.len(), outcome.figures.partial), (2, 2));
    let reasons: Vec<_> =
        outcome.reasons.iter().map(|reason| (&reason.what, reason.count)).collect();
    assert_eq!(reasons, [(&Cut::Exhausted(Limit::Instructions), 2)]);
}

/// Time and interrupts end a run too.
#[test]
fn time_and_interrupts() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let config = Config { limits, ..depth_first() };
    with_run(&config, |run, _| assert_eq!(run.exhausted(), Some(Limit::Time)));
    with_run(&depth_first(), |run, _| {
        assert_eq!(run.exhausted(), None);
        run.cx.inquiry.clock.stop();
        assert_eq!(run.exhausted(), Some(Limit::Interrupt));
    });
}

/// Where memory is short, states are ended until the others fit; each is entered in the ledger.
#[test]
fn short_of_memory() {
    let used = Rc::new(Cell::new(1000));
    let told_use = Rc::clone(&used);
    let host = Host { memory: Some(Rc::new(move || told_use.get())), ..Host::default() };
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    let config = Config { host, limits, ..depth_first() };
    let (told, outcome) = with_run(&config, |run, active| {
        for _ in 0..10 {
            admit(run, active.clone());
        }
        run.keep_below_memory();
        assert_eq!(run.states.len(), 10, "the limit is not exceeded");
        used.set(1500);
        run.keep_below_memory();
        // The share of states is 750 of 1500 bytes, and a tenth less.
        assert_eq!(run.states.len(), 10 - 6);
        used.set(1_000_000);
        run.keep_below_memory();
        assert_eq!(run.states.len(), 1, "one is left, however short memory is");
        run.keep_below_memory();
        assert_eq!(run.states.len(), 1);
    });
    assert_eq!(told.warnings, [Warning::EndingStates]);
    let reasons: Vec<_> =
        outcome.reasons.iter().map(|reason| (&reason.what, reason.count)).collect();
    assert_eq!(reasons, [(&Cut::Exhausted(Limit::Memory), 9)]);
}

/// A path that is alone is ended only if the process itself, not an estimate, exceeds the limit.
#[test]
fn alone_and_short_of_memory() {
    let resident = Rc::new(Cell::new(1000));
    let told = Rc::clone(&resident);
    let host = Host {
        memory: Some(Rc::new(|| 1500)),
        resident: Some(Rc::new(move || told.get())),
        ..Host::default()
    };
    let limits = Limits { memory: Some(1000), ..Limits::default() };
    let config = Config { host, limits, ..depth_first() };
    with_run(&config, |run, active| {
        admit(run, active.clone());
        run.keep_below_memory();
        assert_eq!(run.states.len(), 1);
        resident.set(1001);
        run.keep_below_memory();
        assert_eq!(run.states.len(), 0);
    });
}

/// Two runs end the same states.
#[test]
fn the_same_lots() {
    let ended = || {
        let host = Host { memory: Some(Rc::new(|| 1500)), ..Host::default() };
        let limits = Limits { memory: Some(1000), ..Limits::default() };
        let config = Config { host, limits, ..depth_first() };
        let (told, _) = with_run(&config, |run, active| {
            for _ in 0..10 {
                admit(run, active.clone());
            }
            run.keep_below_memory();
        });
        told.ends.iter().map(|end| end.state).collect::<Vec<_>>()
    };
    assert_eq!(ended().len(), 6);
    assert_eq!(ended(), ended());
}
