//! Integers wider than 64 bits, and conversions to and from them.

use ir::{IntBinary, WideInst, WideOp};
use memory::{Memory, Value};
use numeric::{Bits, Wide};

use crate::halt::Attempt;
use crate::integer;

/// The bits of a value as an integer of any width.
pub(crate) fn number(memory: &Memory, value: &Value, bits: u32) -> Wide {
    match value {
        Value::Wide(wide) => (**wide).clone(),
        _ => Wide::from_u64(Bits(bits), memory.bits(value)),
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

/// Executes an instruction: one result, or two for arithmetic that reports overflow.
pub(crate) fn execute(
    memory: &Memory,
    inst: &WideInst,
    operands: [&Value; 3],
) -> Attempt<(Value, Option<bool>)> {
    let [a, b, c] = operands.map(|v| number(memory, v, inst.from));
    let result = match inst.op {
        WideOp::Binary(op) => binary(op, &a, &b)?,
        WideOp::Unary(op) => op.apply_wide(&a),
        WideOp::Compare(predicate) => {
            return Ok((Value::Int(u64::from(predicate.holds_wide(&a, &b))), None));
        }
        WideOp::Overflow(op) => {
            let (result, overflowed) = op.apply_wide(&a, &b);
            return Ok((value(result), Some(overflowed)));
        }
        WideOp::Funnel(op) => op.apply_wide(&a, &b, &c),
        WideOp::Trunc => a.trunc(Bits(inst.to)),
        WideOp::ZExt => a.zext(Bits(inst.to)),
        WideOp::SExt => a.sext(Bits(inst.to)),
    };
    Ok((value(result), None))
}

pub(crate) fn binary(op: IntBinary, a: &Wide, b: &Wide) -> Attempt<Wide> {
    let second = || b.to_u64().unwrap_or(u64::MAX);
    op.apply_wide(a, b).ok_or_else(|| integer::undefined(op, b.width(), second()).into())
}
