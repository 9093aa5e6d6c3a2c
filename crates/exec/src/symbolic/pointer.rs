//! Symbolic pointers: arithmetic, choice and comparison.
//!
//! The same rules as for plain pointers: adding and subtracting integers moves the offset, so do bit
//! operations below the object's alignment, everything else takes the number. A choice between two
//! pointers chooses in both lanes.

use std::rc::Rc;

use ir::{IntBinary, IntPredicate};
use memory::{Lane, Life, Memory, ObjectId, Purpose, Question, Symbolic, SymbolicPointer, Value};
use numeric::Bits;
use solver::Path;
use term::Term;

use super::integer::note_numbers;
use crate::ask::{Known, Topic, candidates, decide, initialised_value, pick_object};
use crate::halt::{Access, Attempt, Use};

const WORD: Bits = Bits(64);

/// The result if it still points to an object; `None` where the numbers count.
pub(crate) fn binary(m: &Memory, op: IntBinary, a: &Value, b: &Value) -> Option<Value> {
    let values = m.values();
    let (left, right) = (values.pair(a)?, values.pair(b)?);
    let none = Lane::One(ObjectId(0));
    match (left.lane == none, right.lane == none) {
        (true, true) => None,
        (false, true) => with_integer(m, op, left, &right.offset),
        (true, false) if !matches!(op, IntBinary::Sub) => with_integer(m, op, right, &left.offset),
        (false, false) if op == IntBinary::Sub && left.lane == right.lane => {
            // If the ids of both sides are the same term, so are the objects.
            Some(Value::term(m.terms().sub(&left.offset, &right.offset)))
        }
        _ => None,
    }
}

fn with_integer(m: &Memory, op: IntBinary, to: SymbolicPointer, n: &Term) -> Option<Value> {
    let terms = m.terms();
    let offset = match op {
        IntBinary::Add => terms.add(&to.offset, n),
        IntBinary::Sub => terms.sub(&to.offset, n),
        IntBinary::And | IntBinary::Or | IntBinary::Xor => return low_bits(m, op, to, n),
        _ => return None,
    };
    Some(m.values().pointer_value(SymbolicPointer { lane: to.lane, offset }))
}

/// Bit operations that concern only bits below the alignment of all objects.
fn low_bits(m: &Memory, op: IntBinary, to: SymbolicPointer, n: &Term) -> Option<Value> {
    let terms = m.terms();
    let ids = to.lane.ids().iter();
    let align = ids.map(|id| m.object(*id).map_or(0, |object| object.align)).min()?;
    let low = (1u64 << align) - 1;
    let facts = n.facts()?;
    let (only_low, all_high) = (facts.zeros | low == u64::MAX, facts.ones | low == u64::MAX);
    let offset = match op {
        IntBinary::And if only_low => return Some(Value::term(terms.and(&to.offset, n))),
        IntBinary::And if all_high => terms.and(&to.offset, n),
        IntBinary::Or if only_low => terms.or(&to.offset, n),
        IntBinary::Xor if only_low => terms.xor(&to.offset, n),
        _ => return None,
    };
    Some(m.values().pointer_value(SymbolicPointer { lane: to.lane, offset }))
}

/// `condition ? a : b`, without a fork.
pub(crate) fn select(m: Known<'_>, condition: &Term, a: &Value, b: &Value) -> Attempt<Value> {
    // Poison cannot be chosen as a number: only the side that is taken may be poison.
    if matches!(a, Value::Poison { .. }) || matches!(b, Value::Poison { .. }) {
        let chosen = if decide(m, condition, Topic::Control)? { a } else { b };
        return Ok(chosen.clone());
    }
    Ok(m.choose(condition, a, b))
}

/// The object of a lane, as a term.
pub(crate) fn lane_term(m: &Memory, lane: &Lane) -> Term {
    match lane {
        Lane::One(id) => m.terms().number(Lane::WIDTH, u64::from(id.0)),
        Lane::Among { id, .. } => id.clone(),
    }
}

/// A pointer that may point to several objects, simplified by the path.
pub(crate) fn narrowed(m: &Memory, path: &Path, value: &Value) -> Value {
    if let Value::Symbolic(symbolic) = value
        && let Symbolic::Pointer(SymbolicPointer { lane: Lane::Among { id, ids }, offset }) =
            &**symbolic
    {
        let offset = path.simplify(m.terms(), offset);
        let id = path.simplify(m.terms(), id);
        let lane = match id.as_const() {
            Some(known) => Lane::One(ObjectId(known.low_u64() as u32)),
            None => Lane::Among { id, ids: Rc::clone(ids) },
        };
        return SymbolicPointer { lane, offset }.into_value();
    }
    value.clone()
}

/// Two terms that compare as the values do: offsets within one object, numbers otherwise.
pub(crate) fn comparable(
    m: Known<'_>,
    w: u32,
    p: IntPredicate,
    a: &Value,
    b: &Value,
) -> (Term, Term) {
    let pointers = a.is_pointer() || b.is_pointer();
    if w == 64
        && pointers
        && let (Some(a), Some(b)) = (m.values().pair(a), m.values().pair(b))
        && let Some(pair) = within_one(&m, p, &a, &b).or_else(|| by_pair(&m, p, &a, &b))
    {
        return pair;
    }
    if pointers && !compares_with_null(a, b) && !same_lane(&m, a, b) {
        m.note_number();
    }
    (m.term_of(a, Bits(w)), m.term_of(b, Bits(w)))
}

/// The offsets, if both pointers point to one object and comparing offsets gives the same result as comparing
/// numbers.
fn within_one(
    m: &Memory,
    p: IntPredicate,
    a: &SymbolicPointer,
    b: &SymbolicPointer,
) -> Option<(Term, Term)> {
    if a.lane != b.lane || a.lane == Lane::One(ObjectId(0)) {
        return None;
    }
    let equality = matches!(p, IntPredicate::Eq | IntPredicate::Ne);
    let reach = a.lane.ids().iter().map(|id| m.object(*id).map_or(0, |o| o.size)).min()?;
    let inside = |offset: &Term| offset.facts().is_some_and(|facts| facts.high <= reach);
    (equality || (inside(&a.offset) && inside(&b.offset)))
        .then(|| (a.offset.clone(), b.offset.clone()))
}

/// Both lanes of both pointers, if they are compared for equality, all objects they may point into are live, and the
/// offsets are inside: then the addresses are equal if and only if both lanes are. The same holds for null, and for any
/// other number below all of these objects; and for any offsets into the only object there is, if none wraps around.
fn by_pair(
    m: &Memory,
    p: IntPredicate,
    a: &SymbolicPointer,
    b: &SymbolicPointer,
) -> Option<(Term, Term)> {
    let mut objects = a.lane.ids().iter().chain(b.lane.ids()).filter(|id| id.0 != 0);
    let first = objects.next()?;
    let alone = objects.clone().all(|id| id == first);
    let lowest = objects.map(|id| m.address(*id, 0)).fold(m.address(*first, 0), u64::min);
    let inside = |pointer: &SymbolicPointer| {
        let high = pointer.offset.facts().map_or(u64::MAX, |facts| facts.high);
        pointer.lane.ids().iter().all(|id| match id.0 {
            0 => high < lowest,
            _ if alone => high.checked_add(lowest).is_some(),
            _ => m.object(*id).is_some_and(|o| o.life == Life::Live && high < o.size),
        })
    };
    let whole =
        |pointer: &SymbolicPointer| m.terms().concat(&lane_term(m, &pointer.lane), &pointer.offset);
    (matches!(p, IntPredicate::Eq | IntPredicate::Ne) && inside(a) && inside(b))
        .then(|| (whole(a), whole(b)))
}

/// Whether two values point into the same object, whichever it is: then the comparison does not depend on where that
/// object lies.
fn same_lane(m: &Memory, a: &Value, b: &Value) -> bool {
    match (m.values().pair(a), m.values().pair(b)) {
        (Some(a), Some(b)) => a.lane == b.lane,
        _ => false,
    }
}

/// A comparison with null, which does not depend on the number of an address.
pub(crate) fn compares_with_null(a: &Value, b: &Value) -> bool {
    matches!(a, Value::Int(0)) || matches!(b, Value::Int(0))
}

/// The low bytes of a symbolic value.
pub(crate) fn truncate(m: Known<'_>, value: &Value, to: u32) -> Value {
    if let Value::Symbolic(symbolic) = value
        && to.is_multiple_of(8)
        && to < 64
    {
        let part = |first: u8, len: u8, of: &SymbolicPointer| {
            Value::Symbolic(Rc::new(Symbolic::Fragment { first, len, of: of.clone() }))
        };
        match &**symbolic {
            Symbolic::Pointer(pointer) => return part(0, (to / 8) as u8, pointer),
            Symbolic::Fragment { first, len, of } => {
                return part(*first, (*len).min((to / 8) as u8), of);
            }
            Symbolic::Term(_) | Symbolic::Raw(_) => {}
        }
    }
    note_numbers(m, &[value]);
    Value::term(m.term_of(value, Bits(to)))
}

/// The value with its object resolved: no lane with several objects is left.
pub(crate) fn resolve(m: Known<'_>, value: &Value) -> Attempt<Value> {
    let Value::Symbolic(symbolic) = value else { return Ok(value.clone()) };
    let Symbolic::Pointer(pointer) = &**symbolic else { return Ok(value.clone()) };
    let Lane::Among { id, .. } = &pointer.lane else { return Ok(value.clone()) };
    let id = ObjectId(crate::ask::value(m, id, Topic::Object)? as u32);
    Ok(SymbolicPointer { lane: Lane::One(id), offset: pointer.offset.clone() }.into_value())
}

/// The value, resolved as far as an access through it needs: objects that the memory model tells apart are told
/// apart.
pub(crate) fn resolve_for(
    m: Known<'_>,
    path: &Path,
    value: &Value,
    access: Access,
) -> Attempt<Value> {
    if among_several(value).is_none() {
        return Ok(value.clone());
    }
    let value = narrowed(&m, path, value);
    match among_several(&value) {
        // Once the instruction has moved them to one array, it would not want them, and its lane would be another.
        Some((lane, offset))
            if has_candidates(m, lane) || m.resolver().wants_candidates(lane, purpose(access)) =>
        {
            let (lane, offset) = (candidates(m, lane)?, offset.clone());
            told_apart(m, SymbolicPointer { lane, offset }.into_value(), access)
        }
        _ => told_apart(m, value, access),
    }
}

/// Whether the instruction was told which objects of a lane the path allows.
fn has_candidates(m: Known<'_>, lane: &Lane) -> bool {
    matches!(lane, Lane::Among { id, .. } if m.answers.candidates(id).is_some())
}

/// The value, whose objects are all that the path is known to allow, with those told apart that the memory model tells
/// apart.
pub(crate) fn told_apart(m: Known<'_>, value: Value, access: Access) -> Attempt<Value> {
    let Some((lane, offset)) = among_several(&value) else { return Ok(value) };
    let purpose = purpose(access);
    let lane = match m.resolver().question(lane, purpose) {
        Question::None => lane.clone(),
        Question::Value(term) => {
            m.resolver().answered(lane, purpose, crate::ask::value(m, &term, Topic::Object)?)
        }
        Question::Pick(id) => Lane::One(pick_object(m, &id)?),
    };
    Ok(SymbolicPointer { lane, offset: offset.clone() }.into_value())
}

/// The lane and the offset of a pointer that may point to several objects.
fn among_several(value: &Value) -> Option<(&Lane, &Term)> {
    let Value::Symbolic(symbolic) = value else { return None };
    match &**symbolic {
        Symbolic::Pointer(SymbolicPointer { lane: lane @ Lane::Among { .. }, offset }) => {
            Some((lane, offset))
        }
        _ => None,
    }
}

fn purpose(access: Access) -> Purpose {
    if access == Access::Write { Purpose::Write } else { Purpose::Read }
}

/// The value as a plain pointer or number: everything about it is asked. Each offset in an object, its end
/// included, is a path; of those outside, which no access can use, one is picked.
pub(crate) fn plain(m: Known<'_>, value: &Value) -> Attempt<Value> {
    initialised_value(m, value, Use::Address)?;
    match resolve(m, value)? {
        Value::Symbolic(symbolic) => match &*symbolic {
            Symbolic::Pointer(pointer) => {
                let offset = &pointer.offset;
                let inside = m.values().in_bounds_of(&pointer.lane, offset, 0);
                let offset = match decide(m, &inside, Topic::Bounds)? {
                    true => crate::ask::value(m, offset, Topic::Object)?,
                    false => crate::ask::pick(m, offset)?,
                };
                let offset = m.terms().number(WORD, offset);
                Ok(SymbolicPointer { lane: pointer.lane.clone(), offset }.into_value())
            }
            _ => crate::ask::number(m, &Value::Symbolic(symbolic.clone())).map(Value::Int),
        },
        plain => Ok(plain),
    }
}
