//! Random terms over all operators, widths 1 to 128, arrays and floats, against the plain meaning of the same
//! expression; facts against the values.

mod common;

use common::{Trace, Tree, Values};
use random::Random;
use term::{Model, Term, Terms};

const TERMS: u64 = 200_000;
const MODELS: u64 = 4;

fn check_facts(term: &Term, model: &Model) {
    for operand in term.operands() {
        if !operand.is_array() {
            check_facts(&operand, model);
        }
    }
    if let (Some(facts), Some(value)) = (term.facts(), model.eval(term).to_u64()) {
        let holds = value & facts.zeros == 0 && !value & facts.ones == 0;
        let signed = numeric::small::signed(value, term.width());
        let in_signed_range = facts.signed_low <= signed && signed <= facts.signed_high;
        assert!(
            holds && facts.low <= value && value <= facts.high && in_signed_range,
            "{term}: {facts:x?}, {value:#x}"
        );
    }
}

fn check(seed: u64, facts: Option<u64>) {
    let mut random = Random::new(seed);
    let width = match random.below(3) {
        0 => [1, 4, 8, 8, 16, 32, 64, 80, 128][random.below(9) as usize],
        _ => 1 + random.below(128) as u32,
    };
    let depth = 1 + random.below(5) as u32;
    let tree = match seed % 4 {
        0 => Tree::random(&mut random, width, depth),
        _ => Tree::with_floats(&mut random, width, depth),
    };
    let terms = Terms::new();
    let term = tree.build(&terms);
    assert_eq!(term.width().0, width);
    for round in 0..MODELS {
        let values = Values(seed * MODELS + round);
        let mut trace = Trace::default();
        let expected = tree.eval(&values, &mut trace);
        let model = values.model(&terms, &trace.reads, &trace.vars);
        let value = model.eval(&term).low_u128();
        assert_eq!(value, expected, "seed {seed}\n{tree:?}\n{term}");
        if facts.is_some_and(|every| seed.is_multiple_of(every)) {
            check_facts(&term, &model);
        }
    }
    drop(term);
    assert_eq!(terms.live(), 0, "seed {seed}");
}

#[test]
fn evaluates_as_the_plain_tree() {
    for seed in 0..TERMS {
        check(seed, Some(8));
    }
}
