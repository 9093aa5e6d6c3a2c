//! Promises of the program about operands (flags of its operations): if one is broken there is no result.
//!
//! A result that does not exist depends on a symbol of its own, as memory that was never written does, and the same
//! machinery finds out whether anything depends on it ([`crate::ask`]). So it may be moved, stored and computed with;
//! a fault is only what uses it to decide something.

use ir::{OverflowOp, Promise};
use memory::{Kind, Lane, Life, Memory, ObjectId, Symbolic, Value};
use numeric::{Bits, Wide};
use term::Term;

use crate::ask::Known;
use crate::symbolic::integer::overflowing;

/// Whether a promise is broken.
pub(crate) enum Broken {
    No,
    Yes,
    /// If this holds.
    If(Term),
}

impl From<bool> for Broken {
    fn from(broken: bool) -> Broken {
        if broken { Broken::Yes } else { Broken::No }
    }
}

impl From<Term> for Broken {
    fn from(condition: Term) -> Broken {
        match condition.as_const() {
            Some(known) => Broken::from(!known.is_zero()),
            None => Broken::If(condition),
        }
    }
}

/// Whether a promise about operands of `w` bits is broken. `value` is the result.
pub(crate) fn broken(
    m: Known<'_>,
    promise: Promise,
    w: u16,
    value: &Value,
    [a, b]: [&Value; 2],
) -> Broken {
    match (promise, a, b) {
        (Promise::InBounds, ..) => out_of_bounds(&m, a, value),
        (Promise::NotZero, &Value::Int(a), _) => (a == 0).into(),
        (Promise::Fits(op), &Value::Int(a), &Value::Int(b)) if w <= 64 => {
            op.apply(Bits(u32::from(w)), a, b).1.into()
        }
        // Address numbers are not what the program computes with.
        (Promise::NotZero, ..) => by_terms(m, promise, Bits(u32::from(w)), [a, b]).into(),
        _ if a.is_pointer() || b.is_pointer() => Broken::No,
        _ => by_terms(m, promise, Bits(u32::from(w)), [a, b]).into(),
    }
}

/// The condition under which a promise is broken.
fn by_terms(m: Known<'_>, promise: Promise, width: Bits, [a, b]: [&Value; 2]) -> Term {
    let terms = m.terms();
    let zero = || terms.number(width, 0);
    let negative = |term: &Term| terms.slt(term, &zero());
    let a = m.term_of(a, width);
    let narrow = |a: &Term, b: &Value| terms.extract(a, 0, Bits(m.bits(b) as u32));
    match promise {
        Promise::NotZero => return terms.eq(&a, &zero()),
        Promise::NotLeast => return terms.eq(&a, &terms.constant(Wide::signed_min(width))),
        Promise::NotNegative => return negative(&a),
        Promise::UnsignedTrunc => return terms.ne(&terms.zext(&narrow(&a, b), width), &a),
        Promise::SignedTrunc => return terms.ne(&terms.sext(&narrow(&a, b), width), &a),
        _ => {}
    }
    let b = m.term_of(b, width);
    match promise {
        Promise::Fits(op) => overflowing(terms, op, &a, &b).1,
        Promise::SignedShift => terms.ne(&terms.ashr(&terms.shl(&a, &b), &b), &a),
        Promise::UnsignedShift => terms.ne(&terms.lshr(&terms.shl(&a, &b), &b), &a),
        Promise::NoRemainder => terms.ne(&terms.urem(&a, &b), &zero()),
        Promise::NoSignedRemainder => terms.ne(&terms.srem(&a, &b), &zero()),
        Promise::NoBitsLost => terms.ne(&terms.shl(&terms.lshr(&a, &b), &b), &a),
        Promise::Disjoint => terms.ne(&terms.and(&a, &b), &zero()),
        Promise::SameSign => negative(&terms.xor(&a, &b)),
        _ => unreachable!("{promise:?} has one operand, or is about a pointer"),
    }
}

/// An address that was computed from one inside an object (or at its end) and lies outside.
fn out_of_bounds(m: &Memory, base: &Value, address: &Value) -> Broken {
    match (base, address) {
        (Value::Int(0), &Value::Int(n)) => (n != 0).into(),
        (_, &Value::Ptr { id, offset }) => size(m, id).is_some_and(|size| offset > size).into(),
        (_, Value::Symbolic(symbolic)) => match &**symbolic {
            Symbolic::Pointer(pointer) => {
                let terms = m.terms();
                let beyond = |&id: &ObjectId| {
                    let size = terms.number(Bits(64), size(m, id)?);
                    let beyond = terms.ult(&size, &pointer.offset);
                    let Lane::Among { id: which, .. } = &pointer.lane else { return Some(beyond) };
                    let here = terms.eq(which, &terms.number(Lane::WIDTH, u64::from(id.0)));
                    Some(terms.and(&here, &beyond))
                };
                let each = pointer.lane.ids().iter().filter_map(beyond);
                let any = each.reduce(|a, b| terms.or(&a, &b));
                any.map_or(Broken::No, Broken::from)
            }
            _ => Broken::No,
        },
        _ => Broken::No,
    }
}

/// The result of a comparison with poison among its operands. It is poison whatever the other operand is, unlike
/// memory that was never written, which counts only if it makes a difference.
pub(crate) fn compared(m: &mut Memory, result: Value, operands: [&Value; 2]) -> Value {
    if !m.undefined().is_checked() {
        return result;
    }
    let parts: Vec<Term> = operands.into_iter().filter_map(|value| uncertain(m, value)).collect();
    let Some(site) = parts.iter().find_map(|part| m.undefined().poison_in(part)) else {
        return result;
    };
    let none = m.undefined_result(Bits(1), site);
    let terms = m.terms();
    let (defined, _) = terms.defined_part(&m.term_of(&result, Bits(1)));
    let poison = parts.iter().map(|part| {
        let shadow = terms.shadow(part);
        terms.ne(&shadow, &terms.number(shadow.width(), 0))
    });
    let poison = poison.reduce(|a, b| terms.or(&a, &b)).expect("the part with poison");
    Value::term(terms.ite(&poison, &m.term_of(&none, Bits(1)), &defined))
}

/// The unknown part of an operand.
fn uncertain(m: &Memory, value: &Value) -> Option<Term> {
    let Value::Symbolic(symbolic) = value else { return None };
    Some(match &**symbolic {
        Symbolic::Term(term) => term.clone(),
        Symbolic::Raw(_) => m.term_of(value, Bits(64)),
        Symbolic::Pointer(pointer) | Symbolic::Fragment { of: pointer, .. } => {
            pointer.offset.clone()
        }
    })
}

/// The size of an object whose addresses are computed, where it is known. A variable that no module defines has none.
fn size(m: &Memory, id: ObjectId) -> Option<u64> {
    let object = m.object(id)?;
    let known = object.life != Life::Dead && object.kind != Kind::Function;
    (known && object.extent.is_none() && object.size > 0).then_some(object.size)
}

/// Describes how a promise was broken.
pub fn promise_text(promise: Promise) -> &'static str {
    match promise {
        Promise::NotZero => "a count of the zeros of zero",
        Promise::NotLeast => "the absolute value of the least number",
        Promise::Fits(OverflowOp::SAdd) => "a signed sum that overflowed",
        Promise::Fits(OverflowOp::SSub) => "a signed difference that overflowed",
        Promise::Fits(OverflowOp::SMul) => "a signed product that overflowed",
        Promise::Fits(OverflowOp::UAdd) => "an unsigned sum that wrapped and was not to",
        Promise::Fits(OverflowOp::USub) => "an unsigned difference that wrapped and was not to",
        Promise::Fits(OverflowOp::UMul) => "an unsigned product that wrapped and was not to",
        Promise::SignedShift => "a shift that changed the sign",
        Promise::UnsignedShift | Promise::NoBitsLost => "a shift that lost bits and was not to",
        Promise::NoRemainder | Promise::NoSignedRemainder => {
            "an exact division that has a remainder"
        }
        Promise::Disjoint => "a union of bits that are not disjoint",
        Promise::NotNegative => "a negative number that was not to be one",
        Promise::SameSign => "a comparison of numbers of different signs",
        Promise::UnsignedTrunc | Promise::SignedTrunc => "a truncation that changed the number",
        Promise::InBounds => "an address outside its object",
    }
}
