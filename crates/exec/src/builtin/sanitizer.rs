//! The handlers of UBSan: `__ubsan_handle_*`, their `_abort` forms, and those of the minimal runtime.
//!
//! The compiler calls one where a check of its own failed, with a record of the location and the values
//! concerned. The path ends there, whether or not the program could go on: what follows is not defined. The
//! message is UBSan's; a value that is symbolic shows as in the test. The records are those of compiler-rt's
//! interface: a location of 16 bytes, then what each handler needs, types as pointers to descriptors.

mod record;

use memory::Value;
use numeric::Bits;
use registry::Handler;

use super::Continuation;
use crate::ask::{Topic, decide};
use crate::check::Check;
use crate::halt::{Attempt, Fault};
use crate::state::State;
use record::Record;

/// What was found.
type Finding = fn(&Record<'_>) -> Attempt<(Check, String)>;

/// What a handler without a record reports, and how one with a record reads it.
fn finding(handler: Handler) -> (Check, Finding) {
    match handler {
        Handler::AddOverflow => (Check::Overflow, |r| arithmetic(r, "+")),
        Handler::SubOverflow => (Check::Overflow, |r| arithmetic(r, "-")),
        Handler::MulOverflow => (Check::Overflow, |r| arithmetic(r, "*")),
        Handler::NegateOverflow => (Check::Overflow, negation),
        Handler::DivisionOverflow => (Check::DivisionByZero, division),
        Handler::Shift => (Check::Overshift, shift),
        Handler::Conversion => (Check::Truncation, conversion),
        Handler::FloatCast => (Check::Overflow, float_cast),
        Handler::OutOfBounds => (Check::OutOfBounds, index),
        Handler::LocalOutOfBounds => (Check::OutOfBounds, plain),
        Handler::ArrayLength => (Check::ArraySize, array_size),
        Handler::TypeMismatch => (Check::BadPointer, type_mismatch),
        Handler::AlignmentAssumption => (Check::BadPointer, alignment),
        Handler::PointerOverflow => (Check::BadPointer, pointer_overflow),
        Handler::InvalidValue => (Check::InvalidValue, invalid_value),
        Handler::InvalidBuiltin => (Check::InvalidBuiltin, builtin),
        Handler::NullArgument => (Check::NonNull, null_argument),
        Handler::NullReturn => (Check::NonNull, null_return),
        Handler::FunctionType => (Check::FunctionType, function_type),
        Handler::DynamicType | Handler::ControlFlow => (Check::Other, plain),
        Handler::MissingReturn => (Check::MissingReturn, plain),
        Handler::Unreachable => (Check::Unreachable, plain),
    }
}

/// Ends the path.
pub(super) fn report(state: &State, args: &[Value], handler: Handler) -> Attempt<Continuation> {
    let (check, finding) = finding(handler);
    let record = Record { state, args, check };
    let (check, message) = match args {
        [] => plain(&record)?,
        _ => finding(&record)?,
    };
    Err(Fault::Undefined { check, message }.into())
}

fn plain(r: &Record<'_>) -> Attempt<(Check, String)> {
    Ok((r.check, r.check.text().to_owned()))
}

fn arithmetic(r: &Record<'_>, sign: &str) -> Attempt<(Check, String)> {
    let ty = r.ty(0);
    let (a, b) = (r.operand(1, &ty)?, r.operand(2, &ty)?);
    let signed = if ty.signed() { "signed" } else { "unsigned" };
    let text = format!(
        "{signed} integer overflow: {a} {sign} {b} cannot be represented in type {}",
        ty.name
    );
    Ok((Check::Overflow, text))
}

fn negation(r: &Record<'_>) -> Attempt<(Check, String)> {
    let ty = r.ty(0);
    let text =
        format!("negation of {} cannot be represented in type {}", r.operand(1, &ty)?, ty.name);
    Ok((Check::Overflow, text))
}

fn division(r: &Record<'_>) -> Attempt<(Check, String)> {
    let ty = r.ty(0);
    if ty.float() || r.is_zero(2, &ty)? {
        return Ok((Check::DivisionByZero, "division by zero".to_owned()));
    }
    let (a, b) = (r.operand(1, &ty)?, r.operand(2, &ty)?);
    let text = format!("division of {a} by {b} cannot be represented in type {}", ty.name);
    Ok((Check::Overflow, text))
}

/// Two checks in one: of the amount, and of what is shifted.
fn shift(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (left, right) = (r.ty(0), r.ty(1));
    let width = left.width();
    let inside = r.is_below(2, &right, u64::from(width))?;
    let amount = r.operand(2, &right)?;
    if !inside {
        let text = match amount.starts_with('-') {
            true => format!("shift exponent {amount} is negative"),
            false => {
                format!("shift exponent {amount} is too large for {width}-bit type {}", left.name)
            }
        };
        return Ok((Check::Overshift, text));
    }
    let value = r.operand(1, &left)?;
    let text = match value.starts_with('-') {
        true => format!("left shift of negative value {value}"),
        false => format!(
            "left shift of {value} by {amount} places cannot be represented in type {}",
            left.name
        ),
    };
    Ok((Check::Overflow, text))
}

fn index(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (array, ty) = (r.ty(0), r.ty(1));
    let text = format!("index {} out of bounds for type {}", r.operand(1, &ty)?, array.name);
    Ok((Check::OutOfBounds, text))
}

fn array_size(r: &Record<'_>) -> Attempt<(Check, String)> {
    let value = r.operand(1, &r.ty(0))?;
    let text = format!("variable length array bound evaluates to non-positive value {value}");
    Ok((Check::ArraySize, text))
}

fn float_cast(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (from, to) = (r.ty(0), r.ty(1));
    let value = r.operand(1, &from)?;
    let text = format!("{value} is outside the range of representable values of type {}", to.name);
    Ok((Check::Overflow, text))
}

fn invalid_value(r: &Record<'_>) -> Attempt<(Check, String)> {
    let ty = r.ty(0);
    let value = r.operand(1, &ty)?;
    let text = format!("load of value {value}, which is not a valid value for type {}", ty.name);
    Ok((Check::InvalidValue, text))
}

fn conversion(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (from, to) = (r.ty(0), r.ty(1));
    let (old, new) = (r.operand(1, &from)?, r.operand(2, &to)?);
    let text = format!(
        "implicit conversion from type {} of value {old} ({}) to type {} changed the value to \
         {new} ({})",
        from.name,
        from.shape(),
        to.name,
        to.shape()
    );
    // Kind 3 is a change of sign alone; the others lose bits.
    let check = if r.byte(16 + 2 * 8)? == 3 { Check::SignChange } else { Check::Truncation };
    Ok((check, text))
}

fn builtin(r: &Record<'_>) -> Attempt<(Check, String)> {
    let text = match r.byte(16)? {
        0 => "passing zero to __builtin_ctz(), which is not a valid argument",
        1 => "passing zero to __builtin_clz(), which is not a valid argument",
        _ => "assumption is violated during execution",
    };
    Ok((Check::InvalidBuiltin, text.to_owned()))
}

fn function_type(r: &Record<'_>) -> Attempt<(Check, String)> {
    let text = format!("call to a function through a pointer of type {}", r.ty(0).name);
    Ok((Check::FunctionType, text))
}

fn null_return(_: &Record<'_>) -> Attempt<(Check, String)> {
    let text = "null pointer returned from a function declared to never return null";
    Ok((Check::NonNull, text.to_owned()))
}

fn null_argument(r: &Record<'_>) -> Attempt<(Check, String)> {
    let number = r.byte(2 * 16)?;
    let text =
        format!("null pointer passed as argument {number}, which is declared to never be null");
    Ok((Check::NonNull, text))
}

fn pointer_overflow(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (base, result) = (r.address(1)?, r.address(2)?);
    let text = match (base, result) {
        (0, 0) => "applying zero offset to null pointer".to_owned(),
        (0, offset) => format!("applying non-zero offset {} to null pointer", offset as i64),
        (base, 0) => format!("applying an offset to {base:#x} produced a null pointer"),
        (base, result) => {
            format!("pointer index expression with base {base:#x} overflowed to {result:#x}")
        }
    };
    Ok((Check::BadPointer, text))
}

fn alignment(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (pointer, align) = (r.address(1)?, r.address(2)?);
    let text = format!("assumption of {align} byte alignment for {pointer:#x} failed");
    Ok((Check::BadPointer, text))
}

/// What a pointer was used for, by number.
const USES: [&str; 12] = [
    "load of",
    "store to",
    "reference binding to",
    "member access within",
    "member call on",
    "constructor call on",
    "downcast of",
    "downcast of",
    "upcast of",
    "cast to virtual base of",
    "_Nonnull binding to",
    "dynamic operation on",
];

/// Three checks in one: a pointer that is null, not aligned, or to an object that is too small.
fn type_mismatch(r: &Record<'_>) -> Attempt<(Check, String)> {
    let (name, align) = (r.ty(0).name, 1u64 << (r.byte(24)? & 63));
    let what = USES.get(r.byte(25)? as usize).copied().unwrap_or("use of");
    let word = record::Type::word();
    if r.is_zero(1, &word)? {
        return Ok((Check::Null, format!("{what} null pointer of type {name}")));
    }
    let terms = r.state.memory.terms();
    let low = terms.and(&r.term(1, Bits(64)), &terms.number(Bits(64), align - 1));
    let aligned = terms.eq(&low, &terms.number(Bits(64), 0));
    if !decide(r.state.known(), &aligned, Topic::Defined)? {
        let address = r.address(1)?;
        let text = format!(
            "{what} misaligned address {address:#x} for type {name}, which requires {align} byte \
             alignment"
        );
        return Ok((Check::BadPointer, text));
    }
    let text = format!("{what} an address with insufficient space for an object of type {name}");
    Ok((Check::OutOfBounds, text))
}
