//! Integers of any width as terms.

use gap::Unsupported;
use ir::{FunnelOp, IntBinary, IntPredicate, IntUnary, OverflowOp, WideInst, WideOp};
use memory::Value;
use numeric::{Bits, Wide};
use term::{Term, Terms};

use super::pointer;
use crate::ask::{Known, Topic, decide, example, initialised};
use crate::halt::{Attempt, Fault, Use, unsupported};

/// Any operation on two operands but shifts.
pub(crate) fn binary(m: Known<'_>, op: IntBinary, w: u32, a: &Value, b: &Value) -> Attempt<Value> {
    if w == 64
        && let Some(value) = pointer::binary(&m, op, a, b)
    {
        return Ok(value);
    }
    note_numbers(m, &[a, b]);
    let (a, b) = (m.term_of(a, Bits(w)), m.term_of(b, Bits(w)));
    if op.divides() {
        check_division(m, op, &a, &b)?;
    }
    match compute(m.terms(), op, &a, &b) {
        Some(term) => Ok(Value::term(term)),
        None => Err(unsupported(Unsupported::Operation(format!("{op:?}")))),
    }
}

/// Operands that are pointers count by their numbers here.
pub(crate) fn note_numbers(m: Known<'_>, values: &[&Value]) {
    if values.iter().any(|value| value.is_pointer()) {
        m.note_number();
    }
}

fn check_division(m: Known<'_>, op: IntBinary, a: &Term, b: &Term) -> Attempt {
    let (terms, width) = (m.terms(), a.width());
    initialised(m, b, Use::Divisor)?;
    let zero = terms.eq(b, &terms.number(width, 0));
    if decide(m, &zero, Topic::Defined)? {
        return Err(Fault::DivisionByZero.into());
    }
    if matches!(op, IntBinary::SDiv | IntBinary::SRem) {
        let least = terms.eq(a, &terms.constant(Wide::signed_min(width)));
        let by_minus_one = terms.eq(b, &terms.constant(Wide::ones(width)));
        if decide(m, &terms.and(&least, &by_minus_one), Topic::Defined)? {
            return Err(Fault::DivisionOverflow.into());
        }
    }
    Ok(())
}

/// The term of an operation that is defined; none if there is no such term.
fn compute(terms: &Terms, op: IntBinary, a: &Term, b: &Term) -> Option<Term> {
    let width = a.width();
    let least = || terms.constant(Wide::signed_min(width));
    let most = || terms.constant(Wide::signed_max(width));
    // If a signed sum or difference leaves the range, it does so on the side of its first operand.
    let bound = || terms.ite(&terms.slt(a, &terms.number(width, 0)), &least(), &most());
    Some(match op {
        IntBinary::Add => terms.add(a, b),
        IntBinary::Sub => terms.sub(a, b),
        IntBinary::Mul => terms.mul(a, b),
        IntBinary::And => terms.and(a, b),
        IntBinary::Or => terms.or(a, b),
        IntBinary::Xor => terms.xor(a, b),
        IntBinary::UDiv => terms.udiv(a, b),
        IntBinary::SDiv => terms.sdiv(a, b),
        IntBinary::URem => terms.urem(a, b),
        IntBinary::SRem => terms.srem(a, b),
        IntBinary::UMin => terms.ite(&terms.ult(a, b), a, b),
        IntBinary::UMax => terms.ite(&terms.ult(a, b), b, a),
        IntBinary::SMin => terms.ite(&terms.slt(a, b), a, b),
        IntBinary::SMax => terms.ite(&terms.slt(a, b), b, a),
        IntBinary::UAddSat => {
            let (sum, over) = overflowing(terms, OverflowOp::UAdd, a, b);
            terms.ite(&over, &terms.constant(Wide::ones(width)), &sum)
        }
        IntBinary::SAddSat => {
            let (sum, over) = overflowing(terms, OverflowOp::SAdd, a, b);
            terms.ite(&over, &bound(), &sum)
        }
        IntBinary::USubSat => {
            let (difference, under) = overflowing(terms, OverflowOp::USub, a, b);
            terms.ite(&under, &terms.number(width, 0), &difference)
        }
        IntBinary::SSubSat => {
            let (difference, over) = overflowing(terms, OverflowOp::SSub, a, b);
            terms.ite(&over, &bound(), &difference)
        }
        IntBinary::Shl => terms.shl(a, b),
        IntBinary::LShr => terms.lshr(a, b),
        IntBinary::AShr => terms.ashr(a, b),
        IntBinary::UShlSat | IntBinary::SShlSat => return None,
    })
}

/// A shift: the value, or the amount if that is too much.
pub(crate) fn shift(
    m: Known<'_>,
    op: IntBinary,
    w: u32,
    a: &Value,
    b: &Value,
) -> Attempt<Result<Value, u64>> {
    note_numbers(m, &[a, b]);
    let (terms, a, b) = (m.terms(), m.term_of(a, Bits(w)), m.term_of(b, Bits(w)));
    // An amount of w bits cannot exceed a width of 2^w or more.
    let fits = match u64::from(w).checked_shr(w) {
        Some(0) | None => terms.ult(&b, &terms.number(Bits(w), u64::from(w))),
        Some(_) => terms.truth(true),
    };
    if decide(m, &fits, Topic::Defined)? {
        let result = compute(terms, op, &a, &b).expect("shifts have a term");
        return Ok(Ok(Value::term(result)));
    }
    Ok(Err(example(m, &b)?))
}

/// An operation on one operand.
pub(crate) fn unary(m: Known<'_>, op: IntUnary, w: u32, a: &Value) -> Value {
    note_numbers(m, &[a]);
    let (terms, a) = (m.terms(), m.term_of(a, Bits(w)));
    let bit = |i: u32| terms.extract(&a, i, Bits(1));
    let number = |n: u32| terms.number(Bits(w), u64::from(n));
    Value::term(match op {
        IntUnary::Abs => terms.ite(&terms.slt(&a, &number(0)), &terms.neg(&a), &a),
        IntUnary::Popcount => {
            let counts = (0..w).map(|i| terms.zext(&bit(i), Bits(w))).collect();
            sum_by_halves(terms, counts)
        }
        // The highest bit that is set decides, so it is asked last and stands outermost.
        IntUnary::LeadingZeros => {
            (0..w).fold(number(w), |rest, i| terms.ite(&bit(i), &number(w - 1 - i), &rest))
        }
        IntUnary::TrailingZeros => {
            (0..w).rev().fold(number(w), |rest, i| terms.ite(&bit(i), &number(i), &rest))
        }
        IntUnary::SwapBytes => reversed(terms, &a, 8),
        IntUnary::ReverseBits => reversed(terms, &a, 1),
    })
}

/// The sum of numbers, the second half added to the first until one is left: parity computed by folding a
/// word, as programs do, is then the same circuit.
fn sum_by_halves(terms: &Terms, mut numbers: Vec<Term>) -> Term {
    while numbers.len() > 1 {
        let upper = numbers.split_off(numbers.len().div_ceil(2));
        for (low, high) in numbers.iter_mut().zip(&upper) {
            *low = terms.add(low, high);
        }
    }
    numbers.swap_remove(0)
}

/// The pieces of this many bits in the opposite order.
fn reversed(terms: &Terms, a: &Term, piece: u32) -> Term {
    let pieces = (0..a.width().0 / piece).map(|i| terms.extract(a, i * piece, Bits(piece)));
    pieces.reduce(|high, low| terms.concat(&high, &low)).expect("at least one piece")
}

/// A comparison, as a value of one bit.
pub(crate) fn compare(m: Known<'_>, p: IntPredicate, w: u32, a: &Value, b: &Value) -> Value {
    let (a, b) = pointer::comparable(m, w, p, a, b);
    Value::term(holds(m.terms(), p, &a, &b))
}

/// Whether a predicate holds of two terms.
pub(crate) fn holds(terms: &Terms, p: IntPredicate, a: &Term, b: &Term) -> Term {
    match p {
        IntPredicate::Eq => terms.eq(a, b),
        IntPredicate::Ne => terms.ne(a, b),
        IntPredicate::Ugt => terms.ult(b, a),
        IntPredicate::Uge => terms.ule(b, a),
        IntPredicate::Ult => terms.ult(a, b),
        IntPredicate::Ule => terms.ule(a, b),
        IntPredicate::Sgt => terms.slt(b, a),
        IntPredicate::Sge => terms.sle(b, a),
        IntPredicate::Slt => terms.slt(a, b),
        IntPredicate::Sle => terms.sle(a, b),
    }
}

/// Arithmetic, and whether it overflowed.
pub(crate) fn overflow(
    m: Known<'_>,
    op: OverflowOp,
    w: u32,
    a: &Value,
    b: &Value,
) -> (Value, Value) {
    note_numbers(m, &[a, b]);
    let (a, b) = (m.term_of(a, Bits(w)), m.term_of(b, Bits(w)));
    let (result, over) = overflowing(m.terms(), op, &a, &b);
    (Value::term(result), Value::term(over))
}

pub(crate) fn overflowing(terms: &Terms, op: OverflowOp, a: &Term, b: &Term) -> (Term, Term) {
    let width = a.width();
    let negative = |t: &Term| terms.slt(t, &terms.number(width, 0));
    let double = Bits(2 * width.0);
    match op {
        OverflowOp::UAdd => {
            let sum = terms.add(a, b);
            let over = terms.ult(&sum, a);
            (sum, over)
        }
        OverflowOp::USub => (terms.sub(a, b), terms.ult(a, b)),
        // Overflow is a result whose sign is that of neither operand (of the first and not of the
        // second, for a difference).
        OverflowOp::SAdd => {
            let sum = terms.add(a, b);
            let same = terms.eq(&negative(a), &negative(b));
            let changed = terms.ne(&negative(a), &negative(&sum));
            (sum, terms.and(&same, &changed))
        }
        OverflowOp::SSub => {
            let difference = terms.sub(a, b);
            let other = terms.ne(&negative(a), &negative(b));
            let changed = terms.ne(&negative(a), &negative(&difference));
            (difference, terms.and(&other, &changed))
        }
        OverflowOp::UMul => {
            let whole = terms.mul(&terms.zext(a, double), &terms.zext(b, double));
            let high = terms.extract(&whole, width.0, width);
            (terms.mul(a, b), terms.ne(&high, &terms.number(width, 0)))
        }
        OverflowOp::SMul => {
            let whole = terms.mul(&terms.sext(a, double), &terms.sext(b, double));
            let product = terms.mul(a, b);
            let over = terms.ne(&whole, &terms.sext(&product, double));
            (product, over)
        }
    }
}

/// A funnel shift; the amount counts modulo the width.
pub(crate) fn funnel(m: Known<'_>, op: FunnelOp, w: u32, operands: [&Value; 3]) -> Value {
    note_numbers(m, &operands);
    let terms = m.terms();
    let [high, low, amount] = operands.map(|v| m.term_of(v, Bits(w)));
    let double = Bits(2 * w);
    let amount = terms.zext(&terms.urem(&amount, &terms.number(Bits(w), u64::from(w))), double);
    let both = terms.concat(&high, &low);
    Value::term(match op {
        FunnelOp::Left => terms.extract(&terms.shl(&both, &amount), w, Bits(w)),
        FunnelOp::Right => terms.extract(&terms.lshr(&both, &amount), 0, Bits(w)),
    })
}

/// Zero- or sign-extension.
pub(crate) fn zext(m: Known<'_>, from: u32, to: u32, a: &Value) -> Value {
    note_numbers(m, &[a]);
    Value::term(m.terms().zext(&m.term_of(a, Bits(from)), Bits(to)))
}

pub(crate) fn sext(m: Known<'_>, from: u32, to: u32, a: &Value) -> Value {
    note_numbers(m, &[a]);
    Value::term(m.terms().sext(&m.term_of(a, Bits(from)), Bits(to)))
}

/// An instruction on wide integers: one result, or two for arithmetic that reports overflow.
pub(crate) fn wide(
    m: Known<'_>,
    inst: &WideInst,
    [a, b, c]: [&Value; 3],
) -> Attempt<(Value, Option<Value>)> {
    let (from, to) = (inst.from, inst.to);
    let one = match inst.op {
        WideOp::Binary(op @ (IntBinary::Shl | IntBinary::LShr | IntBinary::AShr)) => {
            match shift(m, op, from, a, b)? {
                Ok(value) => value,
                Err(amount) => {
                    return Err(Fault::Overshift { amount, width: from }.into());
                }
            }
        }
        WideOp::Binary(op) => binary(m, op, from, a, b)?,
        WideOp::Unary(op) => unary(m, op, from, a),
        WideOp::Compare(p) => compare(m, p, from, a, b),
        WideOp::Overflow(op) => {
            let (result, over) = overflow(m, op, from, a, b);
            return Ok((result, Some(over)));
        }
        WideOp::Funnel(op) => funnel(m, op, from, [a, b, c]),
        WideOp::Trunc => Value::term(m.terms().extract(&m.term_of(a, Bits(from)), 0, Bits(to))),
        WideOp::ZExt => zext(m, from, to, a),
        WideOp::SExt => sext(m, from, to, a),
    };
    Ok((one, None))
}
