//! Nothing recurses along a term, however deep or wide: everything here runs on the small stack of a test.

use numeric::{Bits, Wide};
use term::{BYTE, Form, INDEX, Model, Term, Terms};

const PIECES: u64 = 100_000;
const STEPS: u64 = 1_000_000;

fn bytes(terms: &Terms) -> impl Iterator<Item = Term> {
    let input = terms.array("input", None);
    let terms = terms.clone();
    (0..PIECES).map(move |i| terms.select(&input, &terms.number(INDEX, i)))
}

/// All operations on concatenations, built from the bottom up and from the top down.
#[test]
fn concatenations_of_many_pieces() {
    let terms = Terms::new();
    let up = bytes(&terms).reduce(|low, byte| terms.concat(&byte, &low)).expect("pieces");
    let down = bytes(&terms).reduce(|high, byte| terms.concat(&high, &byte)).expect("pieces");
    let width = up.width();
    let input = terms.array("input", None);
    let Form::Array(symbol) = input.form() else { panic!("a symbol") };
    let mut model = Model::new();
    model.set_byte(&symbol, 0, 0xab);
    model.set_byte(&symbol, PIECES - 1, 0xcd);
    for (term, lowest) in [(&up, 0xab), (&down, 0xcd)] {
        let value = model.eval(term);
        assert_eq!(value.low_u64(), lowest);
        assert_eq!(model.eval(&terms.not(term)), value.not());
        let constant = terms.constant(value.clone());
        assert!(model.satisfies(&terms.eq(term, &constant)));
        assert!(!model.satisfies(&terms.ult(term, &constant)));
        assert!(model.satisfies(&terms.eq(&terms.extract(term, 0, width), term)));
        let middle = terms.extract(term, 4, Bits(width.0 - 8));
        assert_eq!(model.eval(&middle), value.extract(4, Bits(width.0 - 8)));
        assert_eq!(model.eval(&terms.and(term, &constant)), value);
        assert!(model.eval(&terms.xor(term, &constant)).is_zero());
        assert_eq!(model.eval(&terms.add(term, &constant)), value.add(&value));
        assert_eq!(model.eval(&terms.zext(term, Bits(width.0 + 1))).low_u64(), lowest);
        assert_eq!(model.eval(&terms.sext(term, Bits(width.0 + 1))).low_u64(), lowest);
    }
    assert!(!model.satisfies(&terms.eq(&up, &down)));
    assert_eq!(model.eval(&terms.or(&up, &down)), model.eval(&up).or(&model.eval(&down)));
    assert!(up.to_string().len() > PIECES as usize);
}

#[test]
fn chains_of_a_million_additions() {
    let terms = Terms::new();
    let x = terms.var("x", Bits(64));
    let mut constants = x.clone();
    let mut products = x.clone();
    let one = terms.number(Bits(64), 1);
    for i in 0..STEPS {
        constants = terms.add(&constants, &one);
        if i % 10 == 0 {
            // Not linear: a new atom each time.
            products = terms.mul(&terms.add(&products, &constants), &x);
        }
    }
    assert_eq!(terms.sub(&constants, &x), terms.number(Bits(64), STEPS));
    let low = terms.extract(&products, 0, BYTE);
    let model = Model::new();
    assert_eq!(model.eval(&products).width(), Bits(64));
    assert_eq!(model.eval(&low).low_u64(), model.eval(&products).low_u64() & 0xff);
    drop((constants, products, low, x, one));
    assert_eq!(terms.live(), 0);
}

/// Sums of more atoms than are kept in normal form.
#[test]
fn sums_of_many_atoms() {
    let terms = Terms::new();
    let mut sum = terms.zero_extended(0);
    for i in 1..50_000 {
        sum = terms.add(&sum, &terms.zero_extended(i));
    }
    let mut model = Model::new();
    for i in 0..50_000 {
        if let Form::Var(symbol) = terms.var(&format!("x{i}"), BYTE).form() {
            model.set(symbol, Wide::from_u64(BYTE, 3));
        }
    }
    assert_eq!(model.eval(&sum).low_u64(), 150_000);
    assert_eq!(model.eval(&terms.not(&sum)).low_u64(), !150_000 & 0xffff_ffff);
    assert!(model.satisfies(&terms.eq(&sum, &terms.number(Bits(32), 150_000))));
}

trait Widened {
    fn zero_extended(&self, number: u64) -> Term;
}

impl Widened for Terms {
    fn zero_extended(&self, number: u64) -> Term {
        self.zext(&self.var(&format!("x{number}"), BYTE), Bits(32))
    }
}

/// Updates at concrete indices in ascending, descending and arbitrary order, and at symbolic ones.
#[test]
fn chains_of_many_stores() {
    let terms = Terms::new();
    let i = terms.var("i", INDEX);
    let at = |order: u64, step: u64| match order {
        0 => terms.number(INDEX, step),
        1 => terms.number(INDEX, PIECES - step),
        2 => terms.number(INDEX, step.wrapping_mul(7919) % PIECES),
        _ => terms.add(&i, &terms.number(INDEX, step)),
    };
    for order in 0..4 {
        let mut array = terms.array("a", None);
        let byte = terms.var("b", BYTE);
        for step in 0..PIECES {
            array = terms.store(&array, &at(order, step), &byte);
        }
        for step in [0, 1, PIECES / 2, PIECES - 1] {
            let read = terms.select(&array, &at(order, step));
            let Form::Var(symbol) = byte.form() else { panic!("a symbol") };
            let mut model = Model::new();
            model.set(symbol, Wide::from_u64(BYTE, 77));
            assert_eq!(model.eval(&read).low_u64(), 77);
        }
    }
}

/// Choices, conjunctions and complements nested deeply.
#[test]
fn deep_choices_and_conditions() {
    let terms = Terms::new();
    let (x, y) = (terms.var("x", Bits(32)), terms.var("y", Bits(32)));
    let mut choice = y.clone();
    let mut all = terms.truth(true);
    let mut any = terms.truth(false);
    for i in 0..100_000 {
        let is = terms.eq(&x, &terms.number(Bits(32), i));
        choice = terms.ite(&is, &terms.number(Bits(32), i * 3), &choice);
        all = terms.and(&all, &terms.not(&is));
        any = terms.or(&any, &is);
    }
    let model = Model::new();
    assert_eq!(model.eval(&choice).low_u64(), 0);
    assert!(!model.satisfies(&all) && model.satisfies(&any));
    assert!(model.satisfies(&terms.eq(&choice, &terms.number(Bits(32), 0))));
    assert_eq!(model.eval(&terms.extract(&choice, 3, Bits(7))).low_u64(), 0);
    assert_eq!(model.eval(&terms.not(&choice)).low_u64(), 0xffff_ffff);
    assert!(model.satisfies(&terms.not(&terms.and(&all, &any))));
}
