//! Arithmetic that keeps the object of a pointer.
//!
//! Adding and subtracting integers moves the offset. Setting, clearing and reading low bits that are known because of
//! the object's alignment works on the offset too, so that tagged pointers survive. Anything else takes the number,
//! and a pointer made from such a number is resolved by number.

use ir::{IntBinary, IntPredicate};
use memory::{Derived, Life, Memory, NULL_PAGE, ObjectId, Value};
use numeric::Bits;

use crate::symbolic;

/// The result if it still points to an object; `None` where the numbers count.
#[inline]
pub(crate) fn binary(m: &Memory, op: IntBinary, w: u8, a: &Value, b: &Value) -> Option<Value> {
    if w != 64 {
        return None;
    }
    match (a, b) {
        (&Value::Ptr { id, offset }, &Value::Int(n)) => with_int(m, op, id, offset, n),
        (&Value::Int(n), &Value::Ptr { id, offset }) if commutes(op) => {
            with_int(m, op, id, offset, n)
        }
        (&Value::Ptr { id: a, offset: x }, &Value::Ptr { id: b, offset: y })
            if a == b && op == IntBinary::Sub =>
        {
            Some(Value::Int(x.wrapping_sub(y)))
        }
        _ => None,
    }
}

fn commutes(op: IntBinary) -> bool {
    matches!(op, IntBinary::Add | IntBinary::And | IntBinary::Or | IntBinary::Xor)
}

#[inline]
fn with_int(m: &Memory, op: IntBinary, id: ObjectId, offset: u64, n: u64) -> Option<Value> {
    let offset = match op {
        IntBinary::Add => offset.wrapping_add(n),
        IntBinary::Sub => offset.wrapping_sub(n),
        IntBinary::And | IntBinary::Or | IntBinary::Xor => {
            return low_bits(m, op, id, offset, n);
        }
        _ => return None,
    };
    Some(Value::Ptr { id, offset })
}

/// Bit operations that concern only bits below the object's alignment.
fn low_bits(m: &Memory, op: IntBinary, id: ObjectId, offset: u64, n: u64) -> Option<Value> {
    let low = (1u64 << m.object(id)?.align) - 1;
    match op {
        IntBinary::And if n | low == u64::MAX => Some(Value::Ptr { id, offset: offset & n }),
        IntBinary::And if n & !low == 0 => Some(Value::Int(offset & n)),
        IntBinary::Or if n & !low == 0 => Some(Value::Ptr { id, offset: offset | n }),
        IntBinary::Xor if n & !low == 0 => Some(Value::Ptr { id, offset: offset ^ n }),
        _ => None,
    }
}

/// Compares values of which at least one is not a plain integer.
pub(crate) fn compare(m: &Memory, p: IntPredicate, w: u8, a: &Value, b: &Value) -> Derived {
    let holds = p.holds(Bits(u32::from(w)), m.bits(a), m.bits(b));
    Derived { value: Value::Int(u64::from(holds)), by_number: !fixed(m, p, a, b) }
}

/// Whether a comparison is independent of where objects lie: with null or another number at which no object ever
/// lies, such as -1 for errors; within one object; or for equality between the addresses of different live objects.
fn fixed(m: &Memory, p: IntPredicate, a: &Value, b: &Value) -> bool {
    let inside = |id: ObjectId, offset: u64| {
        m.object(id).is_some_and(|o| o.life == Life::Live && offset < o.size)
    };
    match (a, b) {
        (&Value::Ptr { id, offset }, &Value::Int(number))
        | (&Value::Int(number), &Value::Ptr { id, offset }) => {
            let nowhere = number < NULL_PAGE || number >= NULL_PAGE.wrapping_neg();
            let usual = |address: u64| number == 0 || address >= NULL_PAGE;
            nowhere && m.object(id).is_some_and(|o| offset <= o.size && usual(o.address))
        }
        (&Value::Ptr { id: a, .. }, &Value::Ptr { id: b, .. }) if a == b => true,
        (&Value::Ptr { id: a, offset: x }, &Value::Ptr { id: b, offset: y }) => {
            matches!(p, IntPredicate::Eq | IntPredicate::Ne) && inside(a, x) && inside(b, y)
        }
        _ => false,
    }
}

/// The low `to` bits of a value.
#[inline]
pub(crate) fn truncate(m: &Memory, value: &Value, to: u8) -> Derived {
    let value = match *value {
        Value::Ptr { id, offset } if to < 64 && to.is_multiple_of(8) => {
            Value::Fragment { first: 0, len: to / 8, id, offset }
        }
        Value::Fragment { first, len, id, offset } if to.is_multiple_of(8) => {
            Value::Fragment { first, len: len.min(to / 8), id, offset }
        }
        _ => {
            let value = Value::Int(m.bits(value) & (u64::MAX >> (64 - to)));
            return Derived { value, by_number: true };
        }
    };
    Derived { value, by_number: false }
}

/// The pointer moved by `bytes`.
pub(crate) fn offset(m: &Memory, base: &Value, bytes: u64) -> Value {
    match *base {
        Value::Ptr { id, offset } => Value::Ptr { id, offset: offset.wrapping_add(bytes) },
        Value::Symbolic(_) => {
            let moved = symbolic::pointer::binary(m, IntBinary::Add, base, &Value::Int(bytes));
            moved.unwrap_or_else(|| {
                let (number, by) = (m.term_of(base, Bits(64)), m.terms().number(Bits(64), bytes));
                Value::term(m.terms().add(&number, &by))
            })
        }
        _ => Value::Int(m.bits(base).wrapping_add(bytes)),
    }
}
