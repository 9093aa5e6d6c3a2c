//! Operators on floats in random trees, and their meaning by direct calls of `numeric`.

use super::{Operators, Tree, floats};
use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};
use random::Random;
use term::{Float, FloatOp};

impl Tree {
    /// An operator on floats with a result of this width.
    pub(super) fn float(random: &mut Random, width: u32, depth: u32) -> Tree {
        let any_kind = |random: &mut Random| FloatKind::ALL[random.below(6) as usize];
        let kinds: Vec<FloatKind> =
            FloatKind::ALL.into_iter().filter(|kind| kind.width().0 == width).collect();
        let (op, kind) = match kinds.get(random.below(2) as usize % kinds.len().max(1)) {
            _ if width == 1 => {
                let op = [FloatOp::Equal, FloatOp::Less][random.below(2) as usize];
                (op, any_kind(random))
            }
            Some(kind) => match FloatOp::ALL[random.below(15) as usize] {
                FloatOp::Equal | FloatOp::Less | FloatOp::ToSigned | FloatOp::ToUnsigned => {
                    (FloatOp::Convert(*kind), any_kind(random))
                }
                FloatOp::Convert(_) => (FloatOp::Convert(*kind), any_kind(random)),
                op => (op, *kind),
            },
            None => {
                let op = [FloatOp::ToSigned, FloatOp::ToUnsigned][random.below(2) as usize];
                (op, any_kind(random))
            }
        };
        let rounding = Rounding::ALL[random.below(5) as usize];
        let operands = Tree::operands(random, op, kind, depth - 1);
        Tree::Float(Float { op, kind, rounding }, operands, width)
    }

    fn operands(random: &mut Random, op: FloatOp, kind: FloatKind, depth: u32) -> Vec<Tree> {
        if op.takes_integer() {
            let width = 1 + random.below(128) as u32;
            return vec![Tree::of(random, Operators::Floats, width, depth)];
        }
        let width = kind.width().0;
        let mut last = floats::value(random, kind);
        let mut operand = |random: &mut Random| match random.below(4) {
            0 => {
                last = floats::near(random, kind, last);
                Tree::Const(width, last)
            }
            1 => Tree::Var(width, random.below(2)),
            _ => Tree::of(random, Operators::Floats, width, depth),
        };
        (0..op.arity()).map(|_| operand(random)).collect()
    }
}

/// The meaning, as the library for numbers has it.
pub(super) fn apply(float: Float, of: &[Wide], width: Bits) -> u128 {
    let Float { op, kind, rounding } = float;
    let a = of[0].low_u128();
    let b = || of[1].low_u128();
    let or_zero = |value: Option<Wide>| value.map_or(0, |value| value.low_u128());
    match op {
        FloatOp::Add => kind.add(a, b(), rounding),
        FloatOp::Sub => kind.sub(a, b(), rounding),
        FloatOp::Mul => kind.mul(a, b(), rounding),
        FloatOp::Div => kind.div(a, b(), rounding),
        FloatOp::Rem => kind.rem(a, b()),
        FloatOp::Fma => kind.fma(a, b(), of[2].low_u128(), rounding),
        FloatOp::Sqrt => kind.sqrt(a, rounding),
        FloatOp::RoundToIntegral => kind.round_to_integral(a, rounding),
        FloatOp::Equal => u128::from(kind.compare(FloatCompare::Oeq, a, b())),
        FloatOp::Less => u128::from(kind.compare(FloatCompare::Olt, a, b())),
        FloatOp::Convert(to) => kind.convert(a, to, rounding),
        FloatOp::ToSigned => or_zero(kind.to_signed(a, width, rounding)),
        FloatOp::ToUnsigned => or_zero(kind.to_unsigned(a, width, rounding)),
        FloatOp::FromSigned => kind.from_signed(&of[0], rounding),
        FloatOp::FromUnsigned => kind.from_unsigned(&of[0], rounding),
    }
}
