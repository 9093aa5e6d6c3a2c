//! Z3 in the process, if its library is installed.

use numeric::{Bits, Wide};
use solver::sat::{Limits, Reason};
use solver::z3::{Reuse, Z3};
use solver::{Decide, Query, Unknown, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use term::{BYTE, Form, INDEX, Model, Term, Terms};

/// Z3 in both uses, or none.
fn backends() -> Vec<Z3> {
    let loaded: Result<Vec<Z3>, String> =
        [Reuse::Fresh, Reuse::Prefix].into_iter().map(Z3::new).collect();
    loaded.unwrap_or_else(|why| {
        testing::skip(why);
        Vec::new()
    })
}

fn decide(z3: &mut Z3, terms: &Terms, constraints: &[Term]) -> Verdict {
    z3.decide(&Query { terms, constraints }, &Limits::none())
}

fn hard(terms: &Terms) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| terms.zext(&terms.var(name, Bits(32)), Bits(64)));
    let product = terms.number(Bits(64), 3_267_000_013 * 4_093_082_899);
    let one = terms.number(Bits(64), 1);
    vec![terms.eq(&terms.mul(&x, &y), &product), terms.ult(&one, &x), terms.ult(&one, &y)]
}

/// Tables of every length up to 20, at every index: Z3 finds the value that evaluation gives, and no
/// other.
#[test]
fn tables_are_read_as_evaluation_does() {
    for mut z3 in backends() {
        let terms = Terms::new();
        let (i, j) = (terms.var("i", INDEX), terms.var("j", INDEX));
        for length in 0..20_u8 {
            let table = terms.table((0..length).map(|at| at / 3 * 7).collect());
            let stored = terms.store(&table, &j, &terms.number(BYTE, 99));
            for at in [0, 1, 2, u64::from(length / 2), u64::from(length), 21, 1 << 40] {
                let here = terms.eq(&i, &terms.number(INDEX, at));
                let there = terms.eq(&j, &terms.number(INDEX, 2));
                let mut model = Model::new();
                for (var, value) in [(&i, at), (&j, 2)] {
                    if let Form::Var(symbol) = var.form() {
                        model.set(symbol, Wide::from_u64(INDEX, value));
                    }
                }
                let byte = terms.select(&stored, &i);
                let equal = terms.eq(&byte, &terms.constant(model.eval(&byte)));
                let both = [here.clone(), there.clone(), equal.clone()];
                assert!(decide(&mut z3, &terms, &both).model().is_some(), "{length} {at}");
                let other = [here, there, terms.not(&equal)];
                assert!(matches!(decide(&mut z3, &terms, &other), Verdict::Unsat), "{length} {at}");
            }
        }
    }
}

#[test]
fn chains_of_stores() {
    for mut z3 in backends() {
        for length in [3, 100] {
            let terms = Terms::new();
            let free = terms.array("a", None);
            for base in [terms.table([1, 2, 3].into()), free] {
                let at = |n: u64| terms.var(&format!("i{n}"), INDEX);
                let chain = (0..length).fold(base.clone(), |array, n| {
                    terms.store(&array, &at(n), &terms.number(BYTE, n % 5 + 10))
                });
                let byte = |n| terms.select(&chain, &at(n));
                let first = terms.eq(&byte(0), &terms.number(BYTE, 12));
                let model = decide(&mut z3, &terms, std::slice::from_ref(&first));
                assert!(model.model().is_some_and(|model| model.satisfies(&first)), "{model:?}");
                let strange = terms.eq(&byte(0), &terms.number(BYTE, 77));
                assert!(matches!(decide(&mut z3, &terms, &[first, strange]), Verdict::Unsat));
            }
        }
    }
}

#[test]
fn values_wider_than_a_word() {
    for mut z3 in backends() {
        let terms = Terms::new();
        let x = terms.var("x", Bits(200));
        let value = Wide::from_limbs(Bits(200), &[1, 2, 3, 4]);
        let equal = terms.eq(
            &terms.xor(&x, &terms.lshr(&x, &terms.number(Bits(200), 70))),
            &terms.constant(value),
        );
        let low = terms.ult(&x, &terms.constant(Wide::signed_min(Bits(200))));
        let verdict = decide(&mut z3, &terms, &[equal, low]);
        assert!(verdict.model().is_some(), "{verdict:?}");
    }
}

/// Whether it stops within a tenth of the time given. On a busy machine not every attempt does.
fn keeps_deadline(z3: &mut Z3, query: &Query<'_>, time: Duration) -> bool {
    let started = Instant::now();
    let verdict = z3.decide(query, &Limits::until(started + time));
    assert!(matches!(verdict, Verdict::Unknown(Unknown::Limit(Reason::Deadline))), "{verdict:?}");
    started.elapsed() < time.mul_f64(1.1)
}

#[test]
fn deadlines_and_interrupts() {
    for mut z3 in backends() {
        let terms = Terms::new();
        let constraints = hard(&terms);
        let query = Query { terms: &terms, constraints: &constraints };
        assert!((0..5).any(|_| keeps_deadline(&mut z3, &query, Duration::from_secs(1))));

        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits { interrupt: Some(flag.clone()), ..Limits::none() };
        let raiser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            flag.store(true, Ordering::Relaxed);
        });
        let verdict = z3.decide(&query, &limits);
        assert!(matches!(verdict, Verdict::Unknown(Unknown::Limit(Reason::Interrupt))));
        raiser.join().unwrap();
        let easy = terms.ult(&terms.var("x", Bits(32)), &terms.number(Bits(32), 3));
        assert!(decide(&mut z3, &terms, &[easy]).model().is_some());
    }
}

/// Ids mean nothing across stores, nor after a term is gone.
#[test]
fn stores_and_freed_terms_are_told_apart() {
    for mut z3 in backends() {
        for round in 0..50 {
            let terms = Terms::new();
            for value in 0..4 {
                let x = terms.var(&format!("x{round}"), Bits(8));
                let [low, high] = [value, value + 2].map(|n| terms.number(Bits(8), n));
                let between = [terms.ult(&low, &x), terms.ult(&x, &high)];
                let expected = Wide::from_u64(Bits(8), value + 1);
                let verdict = decide(&mut z3, &terms, &between);
                let model = verdict.model().expect("one value lies between");
                assert_eq!(model.eval(&x), expected);
            }
        }
    }
}

/// A path that grows and forks: the incremental use finds what the fresh one finds.
#[test]
fn prefixes_are_kept() {
    let [fresh, prefix] = &mut backends()[..] else { return };
    let terms = Terms::new();
    let input = terms.array("in", Some(64));
    let mut path: Vec<Term> = Vec::new();
    for step in 0..60_u64 {
        let at = terms.number(INDEX, step * 7 % 16);
        let byte = terms.select(&input, &at);
        let condition = terms
            .ult(&terms.mul(&byte, &terms.number(BYTE, 5)), &terms.number(BYTE, step * 37 % 256));
        let mut both = Vec::new();
        for side in [condition.clone(), terms.not(&condition)] {
            path.push(side.clone());
            let verdicts = [&mut *fresh, prefix].map(|z3| decide(z3, &terms, &path));
            let sat = verdicts.each_ref().map(|verdict| verdict.model().is_some());
            assert_eq!(sat[0], sat[1], "step {step}");
            both.extend(sat[0].then_some(side));
            path.pop();
        }
        path.push(both.swap_remove(step as usize % both.len()));
        if step % 20 == 19 {
            path.truncate(path.len() / 2);
        }
    }
}
