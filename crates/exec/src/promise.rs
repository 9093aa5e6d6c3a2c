//! What the program promises about operands (flags of its operations): without it there is no result.

use ir::Promise;
use memory::{Memory, Value};
use numeric::Bits;

use crate::ask::{Topic, decide};
use crate::halt::Outcome;

/// Whether an operand of `w` bits is as promised.
pub(crate) fn is_kept(m: &Memory, promise: Promise, w: u16, a: &Value) -> Outcome<bool> {
    let Promise::NotZero = promise;
    match a {
        Value::Wide(number) => Ok(!number.is_zero()),
        Value::Symbolic(_) => {
            let (terms, width) = (m.terms(), Bits(u32::from(w)));
            let kept = terms.ne(&m.term_of(a, width), &terms.number(width, 0));
            decide(m, &kept, Topic::Defined)
        }
        plain => Ok(m.number(plain) != 0),
    }
}
