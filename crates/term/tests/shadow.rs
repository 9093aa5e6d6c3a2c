//! Shadows against brute force: a bit may be called defined only if no choice of the undefined bits changes it, and
//! where the rules are exact it may be called undefined only if one does.

use numeric::{Bits, FloatKind, Rounding, Wide};
use term::{BYTE, Binary, Form, INDEX, Model, Symbol, Term, Terms};

const WIDTH: u32 = 3;
const ALL: u64 = (1 << WIDTH) - 1;

/// A number whose bits in `mask` come from a byte that was never written, and the others from `value`.
struct Operand {
    term: Term,
    symbol: Symbol,
    mask: u64,
}

fn operand(terms: &Terms, serial: u64, width: u32, value: u64, mask: u64) -> Operand {
    let array = terms.undefined(serial, 1);
    let Form::Array(symbol) = array.form() else { unreachable!("a symbol") };
    let byte = terms.select(&array, &terms.number(INDEX, 0));
    let number = |n: u64| terms.number(Bits(width), n);
    let low = terms.and(&terms.extract(&byte, 0, Bits(width)), &number(mask));
    Operand { term: terms.or(&low, &number(value & !mask)), symbol, mask }
}

/// All numbers whose bits are among those of the mask.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    (0..=mask).filter(move |n| n & !mask == 0)
}

/// The bits of a term that some choice of the undefined bits of the operands changes.
fn changing(term: &Term, operands: &[&Operand]) -> u64 {
    let mut results = Vec::new();
    let mut choices = vec![Model::new()];
    for operand in operands {
        let more = choices.iter().flat_map(|model| {
            subsets(operand.mask).map(|byte| {
                let mut model = model.clone();
                model.set_byte(&operand.symbol, 0, byte as u8);
                model
            })
        });
        choices = more.collect();
    }
    for model in &choices {
        results.push(model.eval(term).low_u64());
    }
    results.iter().fold(0, |bits, result| bits | result ^ results[0])
}

/// The shadow of a term without other symbols.
fn shadow(terms: &Terms, term: &Term) -> u64 {
    let shadow = terms.shadow(term);
    assert!(!shadow.has_undefined());
    shadow.as_const().expect("nothing else is unknown").low_u64()
}

/// Whether the rule of an operator is exact for independent operands.
fn is_exact(op: Binary) -> bool {
    use Binary::*;
    !matches!(op, Mul | Udiv | Urem | Sdiv | Srem | Shl | Lshr | Ashr)
}

#[test]
fn operators_of_two_operands() {
    let terms = Terms::new();
    for op in Binary::ALL {
        let (mut undefined, mut changed) = (0u32, 0u32);
        for (x, m) in pairs() {
            let a = operand(&terms, 1, WIDTH, x, m);
            for (y, n) in pairs() {
                let b = operand(&terms, 2, WIDTH, y, n);
                let term = terms.binary(op, &a.term, &b.term);
                let (found, shadow) = (changing(&term, &[&a, &b]), shadow(&terms, &term));
                let case = format!("{term}, {op:?} of {x:03b}/{m:03b} and {y:03b}/{n:03b}");
                assert_eq!(found & !shadow, 0, "{case}: {found:b} changes, {shadow:b} is said");
                if is_exact(op) || n == 0 && matches!(op, Binary::Shl | Binary::Lshr | Binary::Ashr)
                {
                    assert_eq!(found, shadow, "{case}");
                }
                undefined += shadow.count_ones();
                changed += found.count_ones();
            }
        }
        assert!(changed > 0 && undefined <= 3 * changed, "{op:?}: {undefined} for {changed}");
    }
}

/// Values with zeros where the mask is, and masks.
fn pairs() -> impl Iterator<Item = (u64, u64)> {
    (0..=ALL).flat_map(|m| (0..=ALL).filter(move |x| x & m == 0).map(move |x| (x, m)))
}

#[test]
fn bits_that_move() {
    let terms = Terms::new();
    for (x, m) in pairs() {
        let a = operand(&terms, 1, WIDTH, x, m);
        let moved = [
            terms.not(&a.term),
            terms.neg(&a.term),
            terms.sext(&a.term, Bits(5)),
            terms.zext(&a.term, Bits(5)),
            terms.extract(&a.term, 1, Bits(2)),
            terms.concat(&a.term, &terms.number(Bits(2), 1)),
            terms.mul(&a.term, &terms.number(Bits(WIDTH), 2)),
        ];
        for term in &moved {
            assert_eq!(shadow(&terms, term), changing(term, &[&a]), "{term}");
        }
    }
}

/// A choice is undefined where its condition is and the sides differ, and where the chosen side is.
#[test]
fn choices() {
    let terms = Terms::new();
    for (x, m) in (0..4).flat_map(|x| (0..4).map(move |m| (x, m))) {
        for (y, n) in (0..4).flat_map(|y| (0..4).map(move |n| (y, n))) {
            for (z, o) in [(0, 0), (1, 0), (0, 1)] {
                let [a, b] = [(1, x, m), (2, y, n)]
                    .map(|(serial, value, mask)| operand(&terms, serial, 2, value, mask));
                let c = operand(&terms, 3, 1, z, o);
                let term = terms.ite(&c.term, &a.term, &b.term);
                assert_eq!(shadow(&terms, &term), changing(&term, &[&a, &b, &c]));
            }
        }
    }
}

#[test]
fn floats_as_a_whole() {
    let terms = Terms::new();
    let array = terms.undefined(1, 4);
    let at = |k: u64| terms.select(&array, &terms.number(INDEX, k));
    let float = (1..4).fold(at(0), |low, k| terms.concat(&at(k), &low));
    let kind = FloatKind::Single;
    let one = terms.float_constant(kind, 0x3f80_0000);
    let sum = terms.fadd(kind, Rounding::NearestEven, &float, &one);
    assert_eq!(shadow(&terms, &sum), 0xffff_ffff);
    assert_eq!(shadow(&terms, &terms.flt(kind, &float, &one)), 1);
    assert_eq!(shadow(&terms, &terms.fabs(kind, &float)), 0x7fff_ffff);
}

/// `a[i] = 1; a[2]` is undefined exactly where `i` is not 2.
#[test]
fn updates_define() {
    let terms = Terms::new();
    let i = terms.var("i", INDEX);
    let symbol = Symbol { name: "i".into(), shape: term::Shape::Vector(INDEX) };
    let array = terms.undefined(7, 4);
    let written = terms.store(&array, &i, &terms.number(BYTE, 1));
    let read = terms.select(&written, &terms.number(INDEX, 2));
    let shadow = terms.shadow(&read);
    for index in 0..4 {
        let mut model = Model::new();
        model.set(symbol.clone(), Wide::from_u64(INDEX, index));
        let expected = if index == 2 { 0 } else { 0xff };
        assert_eq!(model.eval(&shadow).low_u64(), expected, "i = {index}");
    }
    assert_eq!(read.undefined_serials(), [7]);
}

/// An undefined byte in a defined array stays where it was written.
#[test]
fn updates_undefine() {
    let terms = Terms::new();
    let i = terms.var("i", INDEX);
    let symbol = Symbol { name: "i".into(), shape: term::Shape::Vector(INDEX) };
    let byte = terms.select(&terms.undefined(7, 4), &terms.number(INDEX, 0));
    let written = terms.store(&terms.array("input", Some(4)), &i, &byte);
    let shadow = terms.shadow(&terms.select(&written, &terms.number(INDEX, 2)));
    for index in 0..4 {
        let mut model = Model::new();
        model.set(symbol.clone(), Wide::from_u64(INDEX, index));
        let expected = if index == 2 { 0xff } else { 0 };
        assert_eq!(model.eval(&shadow).low_u64(), expected, "i = {index}");
    }
}

#[test]
fn an_undefined_index_spoils_what_is_read() {
    let terms = Terms::new();
    let byte = terms.select(&terms.undefined(7, 4), &terms.number(INDEX, 0));
    let index = terms.zext(&byte, INDEX);
    let input = terms.array("input", Some(4));
    assert_eq!(shadow(&terms, &terms.select(&input, &index)), 0xff);
    let written = terms.store(&input, &index, &terms.number(BYTE, 1));
    assert_eq!(shadow(&terms, &terms.select(&written, &terms.number(INDEX, 1))), 0xff);
}

/// A term and its twin are equal for all choices if and only if nothing undefined matters.
#[test]
fn twins() {
    let terms = Terms::new();
    let byte = |k: u64| terms.select(&terms.undefined(7, 4), &terms.number(INDEX, k));
    let x = terms.var("x", BYTE);
    let defined = terms.and(&x, &terms.number(BYTE, 0xf0));
    let both = terms.xor(&byte(1), &x);
    let twin = terms.twin(&both);
    assert!(both != twin && !twin.has_undefined());
    assert_eq!(terms.twin(&defined), defined);
    assert_eq!(both.undefined_serials(), [7]);
    assert_eq!(terms.xor(&byte(1), &byte(1)), terms.number(BYTE, 0), "what cancels is not there");
}

/// Terms as deep as a run is long.
#[test]
fn depth_is_no_limit() {
    let terms = Terms::new();
    let byte = terms.select(&terms.undefined(1, 1), &terms.number(INDEX, 0));
    let x = terms.var("x", BYTE);
    let mut deep = byte;
    for _ in 0..20_000 {
        deep = terms.xor(&terms.mul(&deep, &x), &x);
    }
    assert_eq!(shadow(&terms, &deep), 0xff);
}

#[test]
fn exact_shadows_do_not_err() {
    let terms = Terms::new();
    let three = terms.number(Bits(WIDTH), 3);
    let (mut exact, mut others) = (0, 0);
    for ((x, m), (y, n)) in pairs().flat_map(|a| pairs().map(move |b| (a, b))) {
        let (a, b) = (operand(&terms, 1, WIDTH, x, m), operand(&terms, 2, WIDTH, y, n));
        let less = terms.ult(&a.term, &three);
        for term in [
            terms.add(&a.term, &three),
            terms.and(&terms.eq(&a.term, &three), &terms.ult(&b.term, &three)),
            terms.eq(&terms.xor(&a.term, &b.term), &three),
            terms.eq(&terms.concat(&a.term, &b.term), &terms.number(Bits(2 * WIDTH), 21)),
            terms.ult(&terms.shl(&a.term, &terms.number(Bits(WIDTH), 1)), &b.term),
            // In these a byte occurs twice, or its bits depend on each other.
            terms.and(&less, &terms.eq(&a.term, &terms.number(Bits(WIDTH), 5))),
            terms.eq(&terms.mul(&a.term, &b.term), &three),
            terms.eq(&terms.sext(&a.term, Bits(5)), &terms.number(Bits(5), 9)),
        ] {
            if terms.has_exact_shadow(&term) {
                let found = changing(&term, &[&a, &b]) != 0;
                assert_eq!(shadow(&terms, &term) != 0, found, "{term}");
                exact += 1;
            } else {
                others += 1;
            }
        }
    }
    assert!(exact > 2000 && others > 300, "{exact} {others}");
}
