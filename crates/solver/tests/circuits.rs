//! Circuits against arithmetic: exhaustively at small widths, on random operands at large ones, with
//! variable and with constant operands.

use numeric::{Bits, small};
use random::Random;
use solver::aig::{Aig, Lit};
use solver::circuit::{self, Word};

type Circuit = fn(&mut Aig, &[Lit], &[Lit]) -> Word;
type Reference = fn(u64, u64, Bits) -> u64;

/// Every operation on two words. The references follow SMT-LIB where LLVM has no meaning.
const OPERATIONS: &[(&str, Circuit, Reference)] = &[
    ("and", circuit::and, |a, b, _| a & b),
    ("or", circuit::or, |a, b, _| a | b),
    ("xor", circuit::xor, |a, b, _| a ^ b),
    ("not", |_, a, _| circuit::not(a), |a, _, w| small::not(a, w)),
    ("add", circuit::add, small::add),
    ("sub", circuit::sub, small::sub),
    ("neg", |aig, a, _| circuit::neg(aig, a), |a, _, w| small::neg(a, w)),
    ("mul", circuit::mul, small::mul),
    ("square", |aig, a, _| circuit::mul(aig, a, a), |a, _, w| small::mul(a, a, w)),
    ("udiv", circuit::udiv, |a, b, w| small::udiv(a, b).unwrap_or(small::mask(w))),
    ("urem", circuit::urem, |a, b, _| small::urem(a, b).unwrap_or(a)),
    ("sdiv", circuit::sdiv, sdiv),
    ("srem", circuit::srem, srem),
    ("smod", circuit::smod, smod),
    ("shl", circuit::shl, |a, b, w| small::shl(a, b, w).unwrap_or(0)),
    ("lshr", circuit::lshr, |a, b, w| small::lshr(a, b, w).unwrap_or(0)),
    ("ashr", circuit::ashr, |a, b, w| {
        let all_signs = if small::is_negative(a, w) { small::mask(w) } else { 0 };
        small::ashr(a, b, w).unwrap_or(all_signs)
    }),
    ("eq", |aig, a, b| vec![circuit::equal(aig, a, b)], |a, b, _| u64::from(a == b)),
    ("ult", |aig, a, b| vec![circuit::ult(aig, a, b)], |a, b, _| u64::from(a < b)),
    ("ule", |aig, a, b| vec![circuit::ule(aig, a, b)], |a, b, _| u64::from(a <= b)),
    ("slt", |aig, a, b| vec![circuit::slt(aig, a, b)], |a, b, w| u64::from(small::slt(a, b, w))),
    ("sle", |aig, a, b| vec![circuit::sle(aig, a, b)], |a, b, w| u64::from(!small::slt(b, a, w))),
    ("ite", |aig, a, b| circuit::ite(aig, a[0], a, b), |a, b, _| if a & 1 != 0 { a } else { b }),
];

fn sdiv(a: u64, b: u64, width: Bits) -> u64 {
    match b {
        0 if small::is_negative(a, width) => 1,
        0 => small::mask(width),
        // Only the least number divided by -1 has no quotient; it wraps around to itself.
        _ => small::sdiv(a, b, width).unwrap_or(a),
    }
}

fn srem(a: u64, b: u64, width: Bits) -> u64 {
    if b == 0 { a } else { small::srem(a, b, width).unwrap_or(0) }
}

/// By mathematical numbers: the remainder of rounding the quotient down.
fn smod(a: u64, b: u64, width: Bits) -> u64 {
    if b == 0 {
        return a;
    }
    let (x, y) = (i128::from(small::signed(a, width)), i128::from(small::signed(b, width)));
    let positive = x.rem_euclid(y.abs());
    let floored = if y < 0 && positive != 0 { positive + y } else { positive };
    small::trunc(floored as u64, width)
}

/// An operand: free, or this constant.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Free,
    Constant(u64),
}

impl Operand {
    fn word(self, aig: &mut Aig, width: usize) -> Word {
        match self {
            Self::Free => aig.input_word(width),
            Self::Constant(value) => circuit::constant(value, width),
        }
    }

    fn value(self, vector: u64) -> u64 {
        match self {
            Self::Free => vector,
            Self::Constant(value) => value,
        }
    }
}

/// Word i of the result has, at bit k, bit i of value k.
fn slices(values: &[u64], width: usize) -> Vec<u64> {
    let bit = |i: usize| {
        let bits = values.iter().enumerate();
        bits.fold(0, |slice, (k, value)| slice | (value >> i & 1) << k)
    };
    (0..width).map(bit).collect()
}

/// Checks all operations on the pairs of values; a constant operand replaces the values equal to it.
fn check(width: usize, a: Operand, b: Operand, pairs: &[(u64, u64)]) {
    for &(name, circuit, reference) in OPERATIONS {
        let mut aig = Aig::new();
        let (x, y) = (a.word(&mut aig, width), b.word(&mut aig, width));
        let result = circuit(&mut aig, &x, &y);
        for block in pairs.chunks(64) {
            let mut inputs = Vec::new();
            if let Operand::Free = a {
                inputs.extend(slices(&block.iter().map(|p| p.0).collect::<Vec<_>>(), width));
            }
            if let Operand::Free = b {
                inputs.extend(slices(&block.iter().map(|p| p.1).collect::<Vec<_>>(), width));
            }
            let simulation = aig.simulate(&inputs);
            for (k, pair) in block.iter().enumerate() {
                let (x, y) = (a.value(pair.0), b.value(pair.1));
                let bits = result.iter().enumerate();
                let got =
                    bits.fold(0, |sum, (i, &bit)| sum | (simulation.value(bit) >> k & 1) << i);
                let expected = reference(x, y, Bits(width as u32));
                assert_eq!(
                    got, expected,
                    "{name} of {x:#x} and {y:#x} at {width} bits, {a:?} {b:?}"
                );
            }
        }
    }
}

#[test]
fn all_operands_at_small_widths() {
    for width in 1..=5 {
        let values = 1 << width;
        let all: Vec<(u64, u64)> =
            (0..values).flat_map(|a| (0..values).map(move |b| (a, b))).collect();
        check(width, Operand::Free, Operand::Free, &all);
        let each: Vec<(u64, u64)> = (0..values).map(|v| (v, v)).collect();
        for value in 0..values {
            check(width, Operand::Free, Operand::Constant(value), &each);
            check(width, Operand::Constant(value), Operand::Free, &each);
            check(
                width,
                Operand::Constant(value),
                Operand::Constant(values - 1 - value),
                &[(0, 0)],
            );
        }
    }
}

/// A random number, often one near the ends or with few bits.
fn interesting(random: &mut Random, width: usize) -> u64 {
    let bits = random.next();
    let value = match random.index(6) {
        0 => bits >> random.index(64),
        1 => 1 << random.index(width),
        2 => (1 << random.index(width)) - 1,
        3 => bits.wrapping_neg() | u64::MAX << random.index(width),
        4 => bits % (2 * width as u64),
        _ => bits,
    };
    small::trunc(value, Bits(width as u32))
}

#[test]
fn random_operands_at_large_widths() {
    let mut random = Random::new(1);
    for width in [6, 7, 8, 13, 16, 24, 31, 32, 33, 48, 63, 64] {
        let pairs: Vec<(u64, u64)> = (0..512)
            .map(|_| (interesting(&mut random, width), interesting(&mut random, width)))
            .collect();
        check(width, Operand::Free, Operand::Free, &pairs);
        for _ in 0..8 {
            let constant = Operand::Constant(interesting(&mut random, width));
            check(width, Operand::Free, constant, &pairs[..128]);
            check(width, constant, Operand::Free, &pairs[..128]);
        }
    }
}

#[test]
fn products_share_gates_in_both_orders() {
    let mut aig = Aig::new();
    let (a, b) = (aig.input_word(16), aig.input_word(16));
    let product = circuit::mul(&mut aig, &a, &b);
    let size = aig.len();
    assert_eq!(circuit::mul(&mut aig, &b, &a), product);
    assert_eq!(aig.len(), size);
}

/// Reads at every index of a table of bytes, as constants and as words of literals.
fn check_reads(bytes: &[u8], index_width: usize) {
    let mut aig = Aig::new();
    let index = aig.input_word(index_width);
    let read = circuit::table(&mut aig, &index, bytes);
    let words: Vec<Word> = bytes.iter().map(|&b| circuit::constant(u64::from(b), 8)).collect();
    let selected = circuit::select(&mut aig, &index, &words, 8);
    let indices: Vec<u64> = (0..1 << index_width).collect();
    for block in indices.chunks(64) {
        let simulation = aig.simulate(&slices(block, index_width));
        for (k, &i) in block.iter().enumerate() {
            let expected = bytes.get(i as usize).copied().unwrap_or(0);
            for result in [&read, &selected] {
                let got = (0..8).fold(0, |sum, bit| {
                    sum | ((simulation.value(result[bit]) >> k & 1) as u8) << bit
                });
                assert_eq!(got, expected, "index {i} of {} bytes", bytes.len());
            }
        }
    }
}

#[test]
fn tables_at_every_index() {
    let mut random = Random::new(2);
    for length in [0, 1, 2, 3, 5, 8, 31, 63, 64, 65, 100, 128, 129, 200, 256, 300, 1000] {
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        for index_width in [1, 3, 6, 7, 8, 10, 12] {
            check_reads(&bytes, index_width);
        }
        let few: Vec<u8> = bytes.iter().map(|&b| b & 3).collect();
        check_reads(&few, 10);
    }
}

#[test]
fn equal_parts_of_a_table_are_one_tree() {
    let mut random = Random::new(3);
    let part: Vec<u8> = (0..256).map(|_| random.next() as u8).collect();
    let mut aig = Aig::new();
    let index = aig.input_word(10);
    circuit::table(&mut aig, &index[..8], &part);
    let size = aig.len();
    let repeated = part.repeat(4);
    let read = circuit::table(&mut aig, &index, &repeated);
    assert_eq!(aig.len(), size, "the two upper index bits do not matter");
    assert_eq!(read, circuit::table(&mut aig, &index[..8], &part));
}
