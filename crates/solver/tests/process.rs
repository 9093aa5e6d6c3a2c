//! Solver processes: real ones if they are installed, and scripts that behave badly.

use numeric::Bits;
use solver::process::Process;
use solver::sat::{Limits, Reason};
use solver::{Decide, Query, Unknown, Verdict};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use term::{BYTE, INDEX, Term, Terms};

/// The solvers found.
fn installed() -> Vec<Process> {
    ["z3", "cvc5"].into_iter().filter(|name| testing::installed(name)).map(Process::new).collect()
}

fn decide(process: &mut Process, terms: &Terms, constraints: &[Term], limits: &Limits) -> Verdict {
    process.decide(&Query { terms, constraints }, limits)
}

fn within(time: Duration) -> Limits {
    Limits::until(Instant::now() + time)
}

/// An executable script, in a directory of the test run.
fn script(name: &str, body: &str) -> Process {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Process::new(path.to_str().unwrap())
}

/// `x * y == product`, neither being one: hard with 32 bits each, if the product is of two primes.
fn factors(terms: &Terms, product: u64) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| terms.zext(&terms.var(name, Bits(32)), Bits(64)));
    let one = terms.number(Bits(64), 1);
    let equal = terms.eq(&terms.mul(&x, &y), &terms.number(Bits(64), product));
    vec![equal, terms.ult(&one, &x), terms.ult(&one, &y)]
}

const HARD: u64 = 3_267_000_013 * 4_093_082_899;

#[test]
fn one_process_answers_many_queries() {
    for mut process in installed() {
        let terms = Terms::new();
        let (array, i) = (terms.array("a", None), terms.var("i", INDEX));
        let table = terms.table([3, 1, 4, 1, 5].into());
        let stored = terms.store(&array, &i, &terms.number(BYTE, 7));
        let byte = terms.select(&stored, &terms.select64(&array, 9));
        for wanted in 0..8 {
            let value = terms.number(BYTE, wanted);
            let query = [
                terms.eq(&byte, &value),
                terms.eq(&terms.select(&table, &i), &value),
                terms.ult(&terms.number(INDEX, 0), &terms.select64(&array, 9)),
            ];
            let verdict = decide(&mut process, &terms, &query, &Limits::none());
            let expected = [0, 1, 3, 4, 5].contains(&wanted);
            match verdict {
                Verdict::Sat(model) => assert!(expected && model.satisfies(&query[1])),
                Verdict::Unsat => assert!(!expected, "{wanted} by {}", process.name()),
                Verdict::Unknown(why) => panic!("{}: {why}", process.name()),
            }
        }
        assert!(decide(&mut process, &terms, &[], &Limits::none()).model().is_some());
    }
}

/// Indices made of bytes.
trait Select64 {
    fn select64(&self, array: &Term, at: u64) -> Term;
}

impl Select64 for Terms {
    fn select64(&self, array: &Term, at: u64) -> Term {
        self.zext(&self.select(array, &self.number(INDEX, at)), INDEX)
    }
}

/// Whether it stops within a tenth of the time given. On a busy machine not every attempt does.
fn keeps_deadline(process: &mut Process, time: Duration) -> bool {
    let terms = Terms::new();
    let constraints = factors(&terms, HARD);
    let started = Instant::now();
    let verdict = decide(process, &terms, &constraints, &within(time));
    let limit = Unknown::Limit(Reason::Deadline);
    assert!(matches!(verdict, Verdict::Unknown(why) if why == limit), "{}", process.name());
    started.elapsed() < time.mul_f64(1.1)
}

#[test]
fn deadlines_hold() {
    let busy = script("busy", "exec sleep 60");
    for mut process in installed().into_iter().chain([busy]) {
        let mut attempts = (0..5).map(|_| keeps_deadline(&mut process, Duration::from_secs(1)));
        assert!(attempts.any(|kept| kept));
    }
}

/// After a query that was given up, the next one is answered.
#[test]
fn a_process_that_was_ended_is_started_again() {
    for mut process in installed() {
        let terms = Terms::new();
        let time = Duration::from_millis(100);
        decide(&mut process, &terms, &factors(&terms, HARD), &within(time));
        let easy = terms.ult(&terms.var("x", Bits(32)), &terms.number(Bits(32), 7));
        let verdict = decide(&mut process, &terms, &[easy], &Limits::none());
        assert!(verdict.model().is_some(), "{}: {verdict:?}", process.name());
    }
}

#[test]
fn an_interrupt_ends_the_wait() {
    let mut process = script("deaf", "exec sleep 60");
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits { interrupt: Some(flag.clone()), ..Limits::none() };
    let raiser = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    let terms = Terms::new();
    let started = Instant::now();
    let verdict = decide(&mut process, &terms, &factors(&terms, HARD), &limits);
    assert!(matches!(verdict, Verdict::Unknown(Unknown::Limit(Reason::Interrupt))), "{verdict:?}");
    assert!(started.elapsed() < Duration::from_secs(2));
    raiser.join().unwrap();
}

/// The error output of a failing solver is passed on.
#[test]
fn failures_are_quoted() {
    let cases = [
        ("mute", "exit 0", "the process has ended"),
        ("dying", "echo no licence >&2; exit 1", "no licence"),
        ("erring", "echo '(error \"line 3: what?\")'; exec cat >/dev/null", "line 3: what?"),
        (
            "lying",
            "echo sat; echo '((|x| #x00000000) (|y| #x00000000))'; exec cat >/dev/null",
            "satisfy",
        ),
        ("terse", "echo sat; echo '((|x| #x0))'; exec cat >/dev/null", "not the values"),
        ("shy", "echo unknown; echo '(:reason-unknown tired)'; exec cat >/dev/null", "tired"),
    ];
    for (name, body, words) in cases {
        let terms = Terms::new();
        let mut process = script(name, body);
        match decide(&mut process, &terms, &factors(&terms, 15), &within(Duration::from_secs(20))) {
            Verdict::Unknown(Unknown::Failed(said)) => assert!(said.contains(words), "{said}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    let mut missing = Process::new("/no/such/solver -x");
    let terms = Terms::new();
    match decide(&mut missing, &terms, &[], &Limits::none()) {
        Verdict::Unknown(Unknown::Failed(said)) => {
            assert!(said.contains("does not start"), "{said}");
        }
        other => panic!("{other:?}"),
    }
}

/// A solver that does not know `reset` and ends after one answer works nevertheless.
#[test]
fn a_process_for_one_answer_is_replaced() {
    let mut process = script("single", "echo unsat; sleep 0.05");
    let terms = Terms::new();
    for _ in 0..6 {
        let verdict = decide(&mut process, &terms, &factors(&terms, HARD), &Limits::none());
        assert!(matches!(verdict, Verdict::Unsat), "{verdict:?}");
    }
}
