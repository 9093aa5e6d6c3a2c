//! One evaluator for many terms agrees with one call for each, whatever is created and dropped in between.

mod common;

use common::{Trace, Tree, Values};
use numeric::{Bits, Wide};
use random::Random;
use term::{BYTE, Evaluator, Form, INDEX, Model, Term, Terms};

/// Terms are dropped between the calls, so that nodes are freed and their numbers reused.
#[test]
fn an_evaluator_agrees_with_the_plain_meaning() {
    for seed in 0..400 {
        let terms = Terms::new();
        let mut random = Random::new(seed * 2 + 1);
        let values = Values(seed);
        let trees: Vec<Tree> = (0..30)
            .map(|_| {
                let width = [1, 8, 32, 64, 65, 128][random.below(6) as usize];
                Tree::with_floats(&mut random, width, 4)
            })
            .collect();
        let mut trace = Trace::default();
        let expected: Vec<u128> = trees.iter().map(|tree| tree.eval(&values, &mut trace)).collect();
        let model = values.model(&terms, &trace.reads, &trace.vars);
        let mut evaluator = Evaluator::new(&model);
        for (tree, expected) in trees.iter().zip(&expected).chain(trees.iter().zip(&expected)) {
            let term = tree.build(&terms);
            assert_eq!(evaluator.eval(&term).low_u128(), *expected, "seed {seed}, {term}");
            assert_eq!(model.eval(&term).low_u128(), *expected, "seed {seed}, {term}");
        }
        drop(evaluator);
        assert_eq!(terms.live(), 0);
    }
}

#[test]
fn terms_of_another_store_make_a_new_start() {
    let mut model = Model::new();
    let stores = [Terms::new(), Terms::new()];
    let bytes = stores.each_ref().map(|terms| terms.array("a", None));
    let vars = stores.each_ref().map(|terms| terms.var("x", INDEX));
    let (Form::Array(a), Form::Var(x)) = (bytes[0].form(), vars[0].form()) else {
        panic!("symbols")
    };
    model.set(x, Wide::from_u64(INDEX, 5000));
    model.set_byte(&a, 5000, 7);
    model.set_byte(&a, 1, 8);
    let mut evaluator = Evaluator::new(&model);
    for round in 0..4 {
        let (terms, array, x) = (&stores[round % 2], &bytes[round % 2], &vars[round % 2]);
        // Ids differ between the stores.
        let _unused = terms.number(BYTE, 77 + round as u64);
        let byte = terms.select(array, x);
        assert_eq!(evaluator.eval(&terms.xor(&byte, &byte)).low_u64(), 0);
        assert_eq!(evaluator.eval(&byte).low_u64(), 7);
        assert_eq!(evaluator.eval(&terms.select(array, &terms.number(INDEX, 1))).low_u64(), 8);
    }
}

#[test]
fn many_arrays_are_told_apart() {
    let terms = Terms::new();
    let mut model = Model::new();
    let arrays: Vec<Term> = (0..50).map(|i| terms.array(&format!("a{i}"), None)).collect();
    for (array, i) in arrays.iter().zip(0..) {
        if let Form::Array(symbol) = array.form() {
            model.set_byte(&symbol, 3, i);
        }
    }
    let mut evaluator = Evaluator::new(&model);
    for _ in 0..2 {
        for (array, i) in arrays.iter().zip(0..) {
            let byte = terms.select(array, &terms.number(INDEX, 3));
            assert_eq!(evaluator.eval(&byte).low_u64(), i);
            assert!(evaluator.satisfies(&terms.eq(&byte, &terms.number(BYTE, i))));
        }
    }
    let given: Vec<u8> = model.array_bytes().map(|(_, _, byte)| byte).collect();
    assert_eq!(given.len(), 50);
}

/// A comb of deep branches: each is missing when the spine is visited, and is evaluated first.
#[test]
fn deep_and_wide_terms_are_evaluated() {
    let terms = Terms::new();
    for width in [64, 200] {
        let x = terms.var("x", Bits(width));
        let step = |deep: &Term| terms.xor(&terms.udiv(deep, &x), &x);
        let mut spine = x.clone();
        for _ in 0..300 {
            let mut branch = terms.urem(&spine, &x);
            for _ in 0..300 {
                branch = step(&branch);
            }
            spine = terms.mul(&spine, &branch);
        }
        let Form::Var(symbol) = x.form() else { panic!("a symbol") };
        let mut model = Model::new();
        model.set(symbol, Wide::from_u64(Bits(width), 12_345_678_901));
        // With x odd: x / x ^ x, then that or something near it again.
        let _ = model.eval(&spine);
        let mut plain = Wide::from_u64(Bits(width), 12_345_678_901);
        let start = plain.clone();
        let udiv = |a: &Wide| a.udiv(&start).expect("not zero");
        for _ in 0..300 {
            let mut branch = plain.urem(&start).expect("not zero");
            for _ in 0..300 {
                branch = udiv(&branch).xor(&start);
            }
            plain = plain.mul(&branch);
        }
        assert_eq!(model.eval(&spine), plain);
    }
}
