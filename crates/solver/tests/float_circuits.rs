//! Floating-point circuits against `numeric`, to the bit: every operation, kind and rounding, on the odd values of
//! each kind in all pairs, on random ones, and exhaustively for operations with one operand of 16 bits.

mod floats;

use floats::{ROUNDINGS, odd_values, random_value};
use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};
use random::Random;
use solver::aig::{Aig, Lit};
use solver::circuit::float;
use term::{Float, FloatOp};

type Operands = Vec<u128>;

/// The meaning of an operation on values of up to 128 bits.
fn expected(float: Float, widths: (usize, usize), operands: &[u128]) -> u128 {
    let Float { op, kind, rounding } = float;
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(0);
    let (operand, result) = (Bits(widths.0 as u32), Bits(widths.1 as u32));
    let integer = |value: Option<Wide>| value.map_or(0, |value| value.low_u128());
    match op {
        FloatOp::Add => kind.add(a, b, rounding),
        FloatOp::Sub => kind.sub(a, b, rounding),
        FloatOp::Mul => kind.mul(a, b, rounding),
        FloatOp::Div => kind.div(a, b, rounding),
        FloatOp::Rem => kind.rem(a, b),
        FloatOp::Fma => kind.fma(a, b, operands[2], rounding),
        FloatOp::Sqrt => kind.sqrt(a, rounding),
        FloatOp::RoundToIntegral => kind.round_to_integral(a, rounding),
        FloatOp::Equal => u128::from(kind.compare(FloatCompare::Oeq, a, b)),
        FloatOp::Less => u128::from(kind.compare(FloatCompare::Olt, a, b)),
        FloatOp::Convert(to) => kind.convert(a, to, rounding),
        FloatOp::ToSigned => integer(kind.to_signed(a, result, rounding)),
        FloatOp::ToUnsigned => integer(kind.to_unsigned(a, result, rounding)),
        FloatOp::FromSigned => kind.from_signed(&Wide::from_u128(operand, a), rounding),
        FloatOp::FromUnsigned => kind.from_unsigned(&Wide::from_u128(operand, a), rounding),
    }
}

/// The width of operands and result of an operation with integers of the given width.
fn widths(float: Float, integer: usize) -> (usize, usize) {
    let width = |kind: FloatKind| kind.width().0 as usize;
    let operand = if float.op.takes_integer() { integer } else { width(float.kind) };
    let result = match float.op {
        FloatOp::Convert(to) => width(to),
        op if op.is_comparison() => 1,
        op if op.gives_integer() => integer,
        _ => width(float.kind),
    };
    (operand, result)
}

/// Builds the circuit with free operands and runs all cases through it.
fn check(float: Float, integer: usize, cases: &[Operands]) {
    check_with(float, integer, cases, &[]);
}

/// Builds the circuit, with constants for the last operands, and runs all cases through it, 64 at a time.
fn check_with(float: Float, integer: usize, cases: &[Operands], constants: &[u128]) {
    let widths = widths(float, integer);
    let mut aig = Aig::new();
    let mut words: Vec<Vec<Lit>> =
        (0..float.op.arity()).map(|_| aig.input_word(widths.0)).collect();
    let free = words.len() - constants.len();
    for (word, &value) in words[free..].iter_mut().zip(constants) {
        *word = (0..widths.0).map(|i| Lit::constant(value >> i & 1 != 0)).collect();
    }
    let operands: Vec<&[Lit]> = words.iter().map(Vec::as_slice).collect();
    let result = float::operation(&mut aig, float, &operands, widths.1);
    let estimate = float::estimate(float, &operands, widths.1);
    assert!(
        aig.len() as u64 <= estimate + 400,
        "{float:?}: {} gates, {estimate} estimated",
        aig.len()
    );
    for block in cases.chunks(64) {
        let mut inputs = Vec::new();
        for operand in 0..words.len() {
            for bit in 0..widths.0 {
                let slice = block.iter().enumerate();
                inputs.push(
                    slice.fold(0, |slice, (k, case)| {
                        slice | ((case[operand] >> bit & 1) as u64) << k
                    }),
                );
            }
        }
        let simulation = aig.simulate(&inputs);
        let values: Vec<u64> = result.iter().map(|&bit| simulation.value(bit)).collect();
        for (k, case) in block.iter().enumerate() {
            let case = [&case[..free], constants].concat();
            let bits = values.iter().enumerate();
            let got = bits.fold(0, |sum, (i, value)| sum | u128::from(value >> k & 1) << i);
            let wanted = expected(float, widths, &case);
            assert_eq!(got, wanted, "{float:?} of {case:x?}: {got:#x}, not {wanted:#x}");
        }
    }
}

/// Operands for this many positions: all tuples of odd values for one or two, then random ones.
fn cases(kind: FloatKind, arity: usize, count: usize) -> Vec<Operands> {
    let mut random = Random::new(kind as u64 + 10 * arity as u64);
    let odd = odd_values(kind);
    let mut cases: Vec<Operands> = match arity {
        1 => odd.iter().map(|&a| vec![a]).collect(),
        2 => odd.iter().flat_map(|&a| odd.iter().map(move |&b| vec![a, b])).collect(),
        _ => Vec::new(),
    };
    for _ in 0..count {
        let mut case: Operands = Vec::new();
        for _ in 0..arity {
            let value = match (random.index(8), case.first()) {
                (0, _) => odd[random.index(odd.len())],
                (_, near) => random_value(&mut random, kind, near.copied()),
            };
            case.push(value);
        }
        cases.push(case);
    }
    cases
}

fn check_all(kinds: &[FloatKind], ops: &[FloatOp], count: usize) {
    for &kind in kinds {
        for &op in ops {
            let cases = cases(kind, op.arity(), count);
            // Big circuits see the pairs of odd values in turns, one rounding mode after the other.
            let turns = if kind.width().0 > 64 && op.arity() == 2 { ROUNDINGS.len() } else { 1 };
            for (turn, rounding) in ROUNDINGS.into_iter().enumerate() {
                let turn = cases.iter().skip(turn % turns).step_by(turns);
                let cases: Vec<Operands> = turn.cloned().collect();
                check(Float { op, kind, rounding }, 0, &cases);
            }
        }
    }
}

const SMALL: &[FloatKind] = &[FloatKind::Half, FloatKind::BFloat, FloatKind::Single];
const LARGE: &[FloatKind] = &[FloatKind::Double, FloatKind::X87, FloatKind::Quad];

#[test]
fn sums() {
    check_all(SMALL, &[FloatOp::Add, FloatOp::Sub], 20_000);
    check_all(LARGE, &[FloatOp::Add, FloatOp::Sub], 4_000);
}

#[test]
fn products() {
    check_all(SMALL, &[FloatOp::Mul], 20_000);
    check_all(LARGE, &[FloatOp::Mul], 1_000);
}

#[test]
fn quotients() {
    check_all(SMALL, &[FloatOp::Div], 20_000);
    check_all(LARGE, &[FloatOp::Div], 1_000);
}

#[test]
fn fused_products() {
    check_all(SMALL, &[FloatOp::Fma], 20_000);
    check_all(LARGE, &[FloatOp::Fma], 5_000);
}

#[test]
fn roots() {
    check_all(SMALL, &[FloatOp::Sqrt], 20_000);
    check_all(LARGE, &[FloatOp::Sqrt], 4_000);
}

#[test]
fn integral_values() {
    check_all(&FloatKind::ALL, &[FloatOp::RoundToIntegral], 20_000);
}

#[test]
fn comparisons() {
    for kind in FloatKind::ALL {
        let cases = cases(kind, 2, 20_000);
        for op in [FloatOp::Equal, FloatOp::Less] {
            check(Float { op, kind, rounding: Rounding::NearestEven }, 0, &cases);
        }
    }
}

#[test]
fn conversions_between_kinds() {
    let ops = FloatKind::ALL.map(FloatOp::Convert);
    check_all(&FloatKind::ALL, &ops, 5_000);
}

#[test]
fn all_values_of_16_bits() {
    let all: Vec<Operands> = (0..1 << 16).map(|a| vec![a]).collect();
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        for rounding in ROUNDINGS {
            let mut ops = vec![FloatOp::Sqrt, FloatOp::RoundToIntegral];
            ops.extend(FloatKind::ALL.map(FloatOp::Convert));
            for op in ops {
                check(Float { op, kind, rounding }, 0, &all);
            }
            for width in [1, 2, 7, 8, 16, 17, 40] {
                for op in [FloatOp::ToSigned, FloatOp::ToUnsigned] {
                    check(Float { op, kind, rounding }, width, &all);
                }
            }
            for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
                check(Float { op, kind, rounding }, 16, &all);
            }
        }
    }
}

#[test]
fn to_integers() {
    for kind in FloatKind::ALL {
        let cases = cases(kind, 1, 3_000);
        for rounding in ROUNDINGS {
            for width in [1, 2, 3, 8, 24, 31, 32, 33, 53, 64, 65, 113, 127, 128] {
                for op in [FloatOp::ToSigned, FloatOp::ToUnsigned] {
                    check(Float { op, kind, rounding }, width, &cases);
                }
            }
        }
    }
}

#[test]
fn from_integers() {
    let mut random = Random::new(77);
    for width in [1, 2, 3, 8, 11, 12, 13, 24, 25, 26, 32, 53, 64, 65, 113, 114, 115, 128] {
        let mask = u128::MAX >> (128 - width);
        let mut cases: Vec<Operands> = Vec::new();
        for place in 0..width {
            let power = 1u128 << place;
            let near = [power.wrapping_sub(1), power, power + 1, power | power >> 1];
            cases
                .extend(near.iter().flat_map(|&a| [vec![a & mask], vec![a.wrapping_neg() & mask]]));
        }
        cases.extend(
            (0..2_000).map(|_| vec![random_value(&mut random, FloatKind::Quad, None) & mask]),
        );
        for kind in FloatKind::ALL {
            for rounding in ROUNDINGS {
                for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
                    check(Float { op, kind, rounding }, width, &cases);
                }
            }
        }
    }
}

#[test]
fn remainders() {
    let float = |kind| Float { op: FloatOp::Rem, kind, rounding: Rounding::NearestEven };
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        check(float(kind), 0, &cases(kind, 2, 4_000));
    }
    // The circuits of the others have millions of gates.
    for (kind, count) in
        [(FloatKind::Single, 30_000), (FloatKind::Double, 640), (FloatKind::X87, 320)]
    {
        let all = cases(kind, 2, 10_000);
        let every = all.len() / count;
        let some: Vec<Operands> = all.into_iter().step_by(every.max(1)).collect();
        check(float(kind), 0, &some);
    }
}

#[test]
fn constant_operands() {
    let ops = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Rem];
    let ops = ops.iter().chain(&[FloatOp::Equal, FloatOp::Less, FloatOp::Fma]);
    for (&op, kind) in ops.flat_map(|op| FloatKind::ALL.map(|kind| (op, kind))) {
        let cases = cases(kind, op.arity(), 300);
        let cases = &cases[cases.len() - 300..];
        for (i, value) in
            [0.0, -1.0, 0.1, 3.5, 10.0, 360.0, f64::NAN, -f64::INFINITY].into_iter().enumerate()
        {
            let rounding = ROUNDINGS[i % ROUNDINGS.len()];
            let bits = value.to_bits().into();
            let constant = FloatKind::Double.convert(bits, kind, Rounding::NearestEven);
            // A remainder by a tenth needs the full precision of the wide kinds.
            if op == FloatOp::Rem && kind.width().0 > 64 && value == 0.1 {
                continue;
            }
            check_with(Float { op, kind, rounding }, 0, cases, &[constant]);
        }
    }
}

/// Integers wider than any value: converting back and forth gives the value, or what it rounds to.
#[test]
fn very_wide_integers() {
    for (kind, width) in
        [(FloatKind::Half, 300), (FloatKind::Single, 200), (FloatKind::Double, 1_100)]
    {
        let mut aig = Aig::new();
        let word = aig.input_word(kind.width().0 as usize);
        let float = |op| Float { op, kind, rounding: Rounding::TowardZero };
        let integer = float::operation(&mut aig, float(FloatOp::ToSigned), &[&word], width);
        let back = float::operation(&mut aig, float(FloatOp::FromSigned), &[&integer], word.len());
        for case in cases(kind, 1, 500) {
            let inputs: Vec<u64> = (0..word.len()).map(|i| (case[0] >> i & 1) as u64).collect();
            let simulation = aig.simulate(&inputs);
            let bits = back.iter().enumerate();
            let got =
                bits.fold(0, |sum, (i, &bit)| sum | u128::from(simulation.value(bit) & 1) << i);
            let integer = kind.to_signed(case[0], Bits(width as u32), Rounding::TowardZero);
            let wanted =
                integer.map_or(0, |integer| kind.from_signed(&integer, Rounding::TowardZero));
            assert_eq!(got, wanted, "{kind:?} {case:x?}");
        }
    }
}
