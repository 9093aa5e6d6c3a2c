//! Terms that nobody holds are freed, and the live ones are small.

use numeric::Bits;
use term::{INDEX, Term, Terms};

#[test]
fn a_million_terms_dropped_leave_nothing() {
    let terms = Terms::new();
    let mut made = 0;
    for round in 0..10 {
        let x = terms.var(&format!("x{round}"), Bits(32));
        let mut kept: Vec<Term> = Vec::new();
        while terms.live() < 100_000 {
            let last = kept.last().unwrap_or(&x).clone();
            kept.push(terms.xor(&terms.udiv(&last, &x), &x));
        }
        made += terms.live();
    }
    assert!(made >= 1_000_000);
    assert_eq!(terms.live(), 0);
    assert!(terms.bytes() < 1 << 16, "{} bytes stay", terms.bytes());
}

/// Dropping the head of a chain frees the whole chain, without recursion.
#[test]
fn deep_chains_are_freed_and_evaluated() {
    let terms = Terms::new();
    let x = terms.var("x", Bits(64));
    let mut deep = x.clone();
    for _ in 0..1_000_000 {
        deep = terms.xor(&terms.udiv(&deep, &x), &x);
    }
    assert!(terms.live() > 1_000_000);
    let model = term::Model::new();
    assert_eq!(model.eval(&deep).width(), Bits(64));
    assert!(!deep.to_string().is_empty());
    drop(deep);
    assert_eq!(terms.live(), 1);
}

#[test]
fn a_live_term_takes_less_than_60_bytes() {
    let terms = Terms::new();
    let input = terms.array("input", Some(1 << 20));
    let mut kept = Vec::new();
    for i in 0..100_000 {
        let byte = terms.select(&input, &terms.number(INDEX, i));
        let wide = terms.zext(&byte, Bits(32));
        let sum = terms.add(&wide, &terms.number(Bits(32), i % 1000));
        kept.push(terms.ult(&sum, &terms.number(Bits(32), 300 + i % 77)));
    }
    let each = terms.bytes() as f64 / terms.live() as f64;

    assert!(each < 60.0, "{each} bytes per live term of {}", terms.live());
}

#[test]
fn equal_terms_are_one() {
    let terms = Terms::new();
    let (x, y) = (terms.var("x", Bits(16)), terms.var("y", Bits(16)));
    assert_eq!(terms.add(&x, &y), terms.add(&y, &x));
    assert_eq!(terms.sub(&terms.add(&x, &y), &x), y);
    assert_ne!(x, y);
    assert_eq!(x.shape_hash(), y.shape_hash());
    assert_ne!(terms.udiv(&x, &y).shape_hash(), terms.urem(&x, &y).shape_hash());
}
