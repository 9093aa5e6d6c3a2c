//! Runs of random operations, which are shortened when they fail.
//!
//! An operation is a number, from which everything random about it is derived: so a run is a list of numbers, and any
//! part of the list is a run too.

use std::panic::{AssertUnwindSafe, catch_unwind};

use random::Random;

/// The operations of a run.
pub fn operations(seed: u64, count: usize) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.below(1 << 31)).collect()
}

/// The source of all randomness in an operation.
pub fn random(operation: u64) -> Random {
    Random::new(operation)
}

/// Plays a run; if it fails, panics with a short run that fails too.
pub fn check(operations: &[u64], play: impl Fn(&[u64])) {
    let fails = |part: &[u64]| catch_unwind(AssertUnwindSafe(|| play(part))).is_err();
    if fails(operations) {
        let short = shortest(operations.to_vec(), fails);
        // The run's own message is the last one before this.
        fails(&short);
        panic!("{} operations fail: {short:?}", short.len());
    }
}

/// Leaves out operations, many at a time at first, as long as the rest still fails.
fn shortest(mut failing: Vec<u64>, fails: impl Fn(&[u64]) -> bool) -> Vec<u64> {
    let mut len = failing.len() / 2;
    while len > 0 {
        let mut at = 0;
        while at < failing.len() {
            let mut rest = failing.clone();
            rest.drain(at..failing.len().min(at + len));
            if fails(&rest) {
                failing = rest;
            } else {
                at += len;
            }
        }
        len /= 2;
    }
    failing
}

#[test]
fn a_failing_run_is_made_short() {
    let run: Vec<u64> = (0..1000).collect();
    let fails = |part: &[u64]| part.contains(&17) && part.contains(&700);
    assert_eq!(shortest(run, fails), [17, 700]);
}
