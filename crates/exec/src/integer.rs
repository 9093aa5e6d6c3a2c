//! Integer arithmetic on values of up to 64 bits.
//!
//! The functions here take any value; where pointers are involved, [`crate::pointer`] decides whether the result
//! still points to the object, and otherwise the bits count.

use ir::IntBinary;
use memory::{Derived, Memory, Value};
use numeric::Bits;

use crate::halt::{Attempt, Fault};
use crate::pointer;

/// Any operation on two operands.
pub(crate) fn binary(m: &Memory, op: IntBinary, w: u8, a: &Value, b: &Value) -> Attempt<Derived> {
    if let Some(value) = pointer::binary(m, op, w, a, b) {
        return Ok(Derived { value, by_number: false });
    }
    let by_number = !matches!((a, b), (Value::Int(_), Value::Int(_)));
    let value = Value::Int(numbers(op, w, m.bits(a), m.bits(b))?);
    Ok(Derived { value, by_number })
}

/// Any operation on two numbers.
fn numbers(op: IntBinary, w: u8, a: u64, b: u64) -> Attempt<u64> {
    let width = Bits(u32::from(w));
    op.apply(width, a, b).ok_or_else(|| undefined(op, width, b).into())
}

/// Why an operation has no result: what is wrong with its second operand.
#[cold]
pub(crate) fn undefined(op: IntBinary, width: Bits, b: u64) -> Fault {
    match (op.divides(), b) {
        (true, 0) => Fault::DivisionByZero,
        (true, _) => Fault::DivisionOverflow,
        (false, amount) => Fault::Overshift { amount, width: width.0 },
    }
}
