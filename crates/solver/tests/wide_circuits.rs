//! Circuits wider than a machine word, against 128-bit arithmetic.

use random::Random;
use solver::aig::{Aig, Lit};
use solver::circuit::{self, Word};

type Circuit = fn(&mut Aig, &[Lit], &[Lit]) -> Word;
type Reference = fn(u128, u128) -> Option<u128>;

/// The references work modulo 2^128; `None` stands for all ones.
const OPERATIONS: &[(&str, Circuit, Reference)] = &[
    ("add", circuit::add, |a, b| Some(a.wrapping_add(b))),
    ("sub", circuit::sub, |a, b| Some(a.wrapping_sub(b))),
    ("mul", circuit::mul, |a, b| Some(a.wrapping_mul(b))),
    ("udiv", circuit::udiv, u128::checked_div),
    ("urem", circuit::urem, |a, b| Some(a.checked_rem(b).unwrap_or(a))),
    ("shl", circuit::shl, |a, b| Some(shift_amount(b).map_or(0, |n| a << n))),
    ("lshr", circuit::lshr, |a, b| Some(shift_amount(b).map_or(0, |n| a >> n))),
    ("ult", |aig, a, b| vec![circuit::ult(aig, a, b)], |a, b| Some(u128::from(a < b))),
];

fn shift_amount(b: u128) -> Option<u32> {
    u32::try_from(b).ok().filter(|&n| n < 128)
}

fn random_number(random: &mut Random, width: usize) -> u128 {
    let bits = u128::from(random.next()) << 64 | u128::from(random.next());
    let narrow = if random.index(2) == 0 { bits >> random.index(128) } else { bits % 160 };
    let value = if random.index(3) == 0 { narrow } else { bits };
    value & u128::MAX >> (128 - width)
}

fn check(width: usize, constant: Option<u128>, pairs: &[(u128, u128)]) {
    let mask = u128::MAX >> (128 - width);
    for &(name, circuit, reference) in OPERATIONS {
        let mut aig = Aig::new();
        let a = aig.input_word(width);
        let b = match constant {
            None => aig.input_word(width),
            Some(value) => (0..width).map(|i| Lit::constant(value >> i & 1 != 0)).collect(),
        };
        let result = circuit(&mut aig, &a, &b);
        for &(x, y) in pairs {
            let y = constant.unwrap_or(y);
            let bits = |value: u128| (0..width).map(move |i| (value >> i & 1) as u64);
            let simulation = aig.simulate(&bits(x).chain(bits(y)).collect::<Vec<_>>());
            let got = result
                .iter()
                .enumerate()
                .fold(0, |sum, (i, &bit)| sum | u128::from(simulation.value(bit) & 1) << i);
            let expected = reference(x, y).unwrap_or(u128::MAX) & mask;
            assert_eq!(got, expected, "{name} of {x:#x} and {y:#x} at {width} bits");
        }
    }
}

#[test]
fn random_operands() {
    let mut random = Random::new(4);
    for width in [65, 80, 100, 127, 128] {
        let mut number = || random_number(&mut random, width);
        let pairs: Vec<(u128, u128)> = (0..40).map(|_| (number(), number())).collect();
        check(width, None, &pairs);
        for constant in [0, 1, 10, 300, 1 << 64, u128::MAX >> (128 - width), number()] {
            check(width, Some(constant), &pairs);
        }
    }
}
