//! Integers wider than 64 bits, and conversions to and from them.

use ir::{FunnelOp, IntBinary, IntPredicate, IntUnary, OverflowOp, WideInst, WideOp};
use memory::{Memory, Value};
use numeric::{Bits, Wide};

use crate::halt::{Fault, Outcome};

/// The bits of a value as an integer of any width.
pub(crate) fn number(memory: &Memory, value: &Value, bits: u32) -> Wide {
    match value {
        Value::Wide(wide) => (**wide).clone(),
        _ => Wide::from_u64(Bits(bits), memory.number(value)),
    }
}

/// The value of an integer of any width.
pub(crate) fn value(number: Wide) -> Value {
    if number.width().0 <= 64 { Value::Int(number.low_u64()) } else { Value::wide(number) }
}

/// Truncation or extension between any widths.
pub(crate) fn convert(
    memory: &Memory,
    from: &Value,
    bits: u32,
    to: u32,
    operation: impl Fn(&Wide, Bits) -> Wide,
) -> Value {
    // A truncation that keeps all bits of a pointer keeps the pointer.
    if bits == to {
        return from.clone();
    }
    value(operation(&number(memory, from, bits), Bits(to)))
}

/// Executes an instruction: one result, or two for arithmetic that tells of overflow.
pub(crate) fn execute(
    memory: &Memory,
    inst: &WideInst,
    operands: [&Value; 3],
) -> Outcome<(Value, Option<bool>)> {
    let [a, b, c] = operands.map(|v| number(memory, v, inst.from));
    let result = match inst.op {
        WideOp::Binary(op) => binary(op, &a, &b)?,
        WideOp::Unary(op) => unary(op, &a),
        WideOp::Compare(predicate) => {
            return Ok((Value::Int(u64::from(compare(predicate, &a, &b))), None));
        }
        WideOp::Overflow(op) => {
            let (result, overflowed) = overflow(op, &a, &b);
            return Ok((value(result), Some(overflowed)));
        }
        WideOp::Funnel(FunnelOp::Left) => a.fshl(&b, &c),
        WideOp::Funnel(FunnelOp::Right) => a.fshr(&b, &c),
        WideOp::Trunc => a.trunc(Bits(inst.to)),
        WideOp::ZExt => a.zext(Bits(inst.to)),
        WideOp::SExt => a.sext(Bits(inst.to)),
    };
    Ok((value(result), None))
}

pub(crate) fn binary(op: IntBinary, a: &Wide, b: &Wide) -> Outcome<Wide> {
    Ok(match op {
        IntBinary::Add => a.add(b),
        IntBinary::Sub => a.sub(b),
        IntBinary::Mul => a.mul(b),
        IntBinary::And => a.and(b),
        IntBinary::Or => a.or(b),
        IntBinary::Xor => a.xor(b),
        IntBinary::Shl => return shifted(a.shl(b), b),
        IntBinary::LShr => return shifted(a.lshr(b), b),
        IntBinary::AShr => return shifted(a.ashr(b), b),
        IntBinary::UShlSat => return shifted(a.ushl_sat(b), b),
        IntBinary::SShlSat => return shifted(a.sshl_sat(b), b),
        IntBinary::UDiv => return divided(a.udiv(b), b),
        IntBinary::SDiv => return divided(a.sdiv(b), b),
        IntBinary::URem => return divided(a.urem(b), b),
        IntBinary::SRem => return divided(a.srem(b), b),
        IntBinary::UMin => a.umin(b),
        IntBinary::UMax => a.umax(b),
        IntBinary::SMin => a.smin(b),
        IntBinary::SMax => a.smax(b),
        IntBinary::UAddSat => a.uadd_sat(b),
        IntBinary::SAddSat => a.sadd_sat(b),
        IntBinary::USubSat => a.usub_sat(b),
        IntBinary::SSubSat => a.ssub_sat(b),
    })
}

fn shifted(result: Option<Wide>, amount: &Wide) -> Outcome<Wide> {
    let (amount, width) = (amount.to_u64().unwrap_or(u64::MAX), amount.width().0);
    result.ok_or_else(|| Fault::Overshift { amount, width, pc: None }.into())
}

fn divided(result: Option<Wide>, divisor: &Wide) -> Outcome<Wide> {
    result.ok_or_else(|| {
        if divisor.is_zero() { Fault::DivisionByZero } else { Fault::DivisionOverflow }.into()
    })
}

fn unary(op: IntUnary, a: &Wide) -> Wide {
    let count = |n: u32| Wide::from_u64(a.width(), u64::from(n));
    match op {
        IntUnary::Abs => a.abs(),
        IntUnary::Popcount => count(a.popcount()),
        IntUnary::LeadingZeros => count(a.clz()),
        IntUnary::TrailingZeros => count(a.ctz()),
        IntUnary::SwapBytes => a.bswap(),
        IntUnary::ReverseBits => a.bitreverse(),
    }
}

pub(crate) fn compare(predicate: IntPredicate, a: &Wide, b: &Wide) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => b.ult(a),
        IntPredicate::Uge => !a.ult(b),
        IntPredicate::Ult => a.ult(b),
        IntPredicate::Ule => !b.ult(a),
        IntPredicate::Sgt => b.slt(a),
        IntPredicate::Sge => !a.slt(b),
        IntPredicate::Slt => a.slt(b),
        IntPredicate::Sle => !b.slt(a),
    }
}

fn overflow(op: OverflowOp, a: &Wide, b: &Wide) -> (Wide, bool) {
    match op {
        OverflowOp::UAdd => a.uadd_overflow(b),
        OverflowOp::SAdd => a.sadd_overflow(b),
        OverflowOp::USub => a.usub_overflow(b),
        OverflowOp::SSub => a.ssub_overflow(b),
        OverflowOp::UMul => a.umul_overflow(b),
        OverflowOp::SMul => a.smul_overflow(b),
    }
}
