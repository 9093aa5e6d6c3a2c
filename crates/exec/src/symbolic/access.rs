//! Resolution of accesses.
//!
//! The objects a pointer can point to are in its lane. Which one it is, or which group of several, is asked as the
//! memory model requires, each feasible answer being a path; the objects that remain are accessed at once. Bounds and
//! lifetime are then those of the object. An integer used as a pointer has no lane. Most models look for all objects
//! that the number can lie in, which then are its lane; where it may also lie in none, that is another path. Where a
//! model does not look for all, a number is resolved object by object: an example says where to look first, and the
//! instruction asks whether the number lies in that object, or in none, until one answer is yes.

#[cfg(test)]
mod tests;

use memory::{
    Aligned, Fault, Kind, Lane, Life, NULL_PAGE, Object, ObjectId, PartQuestion, Pointer, Symbolic,
    SymbolicPointer, Value,
};
use numeric::Bits;
use solver::Path;
use term::Term;

use super::pointer;
use crate::ask::{Ask, Known, Topic, decide, example, initialised, initialised_value, which};
use crate::halt::{Access, Attempt, Use, bad};

/// What an access was resolved to.
pub(crate) enum Resolved {
    /// A plain pointer or number; memory checks it.
    Plain(Value),
    /// Inside a live object, at a symbolic offset, or at an offset beyond the known part of its size.
    At {
        /// The object.
        lane: Lane,
        /// The offset, in bounds.
        offset: Term,
    },
}

impl Resolved {
    /// The same as a plain pointer: each object and each offset is a path.
    pub fn plain(self, m: Known<'_>) -> Attempt<Value> {
        match self {
            Resolved::Plain(at) => Ok(at),
            Resolved::At { lane, offset } => {
                let id = chosen(m, &lane)?;
                let offset = crate::ask::value(m, &offset, Topic::Object)?;
                Ok(Value::Ptr { id, offset })
            }
        }
    }
}

/// Resolves an access to `len` bytes at a value.
pub(crate) fn resolve(
    m: Known<'_>,
    path: &Path,
    at: &Value,
    len: u64,
    access: Access,
) -> Attempt<Resolved> {
    if let Value::Symbolic(symbolic) = at
        && let Symbolic::Pointer(SymbolicPointer { lane: Lane::One(id), offset }) = &**symbolic
    {
        initialised(m, offset, Use::Address)?;
        return inside(m, *id, path.simplify(m.terms(), offset), len, access);
    }
    initialised_value(m, at, Use::Address)?;
    // One of several objects may turn out to be none, which leaves a number.
    let at = pointer::resolve_for(m, path, at, access)?;
    match &at {
        Value::Symbolic(symbolic) if !matches!(**symbolic, Symbolic::Pointer(_)) => {
            let number = path.simplify(m.terms(), &m.term_of(&at, Bits(64)));
            m.note_number();
            match within(m, &number, access)? {
                Some(pointer) => resolve_pointer(m, path, &pointer, len, access),
                None => by_number(m, number, len, access),
            }
        }
        _ => resolve_pointer(m, path, &at, len, access),
    }
}

/// The same for a pointer, or a plain number, whose objects are told apart as the memory model requires.
fn resolve_pointer(
    m: Known<'_>,
    path: &Path,
    at: &Value,
    len: u64,
    access: Access,
) -> Attempt<Resolved> {
    match at {
        &Value::Ptr { id, offset } => plain(m, Pointer { id, offset }, len, access),
        Value::Symbolic(symbolic) => {
            let Symbolic::Pointer(p) = &**symbolic else { unreachable!("it is a pointer") };
            let offset = path.simplify(m.terms(), &p.offset);
            match &p.lane {
                Lane::One(id) => inside(m, *id, offset, len, access),
                lane => inside_one(m, lane, offset, len, access),
            }
        }
        number => Ok(Resolved::Plain(number.clone())),
    }
}

/// The pointer that a number is, if the objects that it can lie in are known and it lies in one of them on this path.
fn within(m: Known<'_>, number: &Term, access: Access) -> Attempt<Option<Value>> {
    let Some(within) = m.answers.within(number) else { return Ok(None) };
    if within.elsewhere {
        let (terms, values) = (m.terms(), m.values());
        let inside = within.ids.iter().map(|id| values.lies_in(*id, number).0);
        let inside = inside.reduce(|any, one| terms.or(&any, &one));
        if !decide(m, &inside.unwrap_or_else(|| terms.truth(false)), Topic::Object)? {
            return Ok(None);
        }
    }
    let pointer = m.values().pointer_within(number, &within.ids);
    pointer::told_apart(m, pointer, access).map(Some)
}

/// The same for a length that may be symbolic: all lengths that reach too far are one fault.
pub(crate) fn resolve_all(
    m: Known<'_>,
    path: &Path,
    at: &Value,
    len: &Value,
    access: Access,
) -> Attempt<Resolved> {
    let Value::Symbolic(_) = len else { return resolve(m, path, at, m.number(len)?, access) };
    let resolved = resolve(m, path, at, 1, access)?;
    let (id, offset) = match &resolved {
        &Resolved::Plain(Value::Ptr { id, offset }) => (id, m.terms().number(Bits(64), offset)),
        Resolved::Plain(_) => return Ok(resolved),
        Resolved::At { lane, offset } => (chosen(m, lane)?, offset.clone()),
    };
    let len = m.term_of(len, Bits(64));
    if !decide(m, &m.values().has_room(id, &offset, &len), Topic::Bounds)? {
        return Err(bad(access, outside(m, &Lane::One(id), &offset, Width::Term(&len))?));
    }
    Ok(resolved)
}

/// Where a block begins whose length may be symbolic: everything that reaches too far is one fault. An empty block
/// may begin anywhere; `None` stands for an empty block that does not begin in an object.
pub(crate) fn resolve_block(
    m: Known<'_>,
    path: &Path,
    at: &Value,
    len: &Term,
    access: Access,
) -> Attempt<Option<(Lane, Term)>> {
    initialised_value(m, at, Use::Address)?;
    initialised(m, len, Use::Number)?;
    let at = pointer::resolve_for(m, path, at, access)?;
    let (lane, offset) = match accessible(m, &at, access) {
        Some(pair) => pair,
        None => {
            let none = m.terms().eq(len, &m.terms().number(Bits(64), 0));
            if decide(m, &none, Topic::Bounds)? {
                return Ok(None);
            }
            match resolve(m, path, &at, 1, access)? {
                Resolved::At { lane, offset } => (lane, offset),
                Resolved::Plain(at) => {
                    m.check_read(&at, 1).map_err(|refusal| bad(access, refusal))?;
                    let at = m.find(m.bits(&at)).expect("it can be read");
                    let frozen = m.object(at.id).is_some_and(|object| object.read_only);
                    if frozen && access == Access::Write {
                        return Err(bad(access, Fault::ReadOnly { at }));
                    }
                    (Lane::One(at.id), m.terms().number(Bits(64), at.offset))
                }
            }
        }
    };
    let offset = path.simplify(m.terms(), &offset);
    if decide(m, &m.values().has_room_of(&lane, &offset, len), Topic::Bounds)? {
        return Ok(Some((lane, offset)));
    }
    let none = m.terms().eq(len, &m.terms().number(Bits(64), 0));
    if decide(m, &none, Topic::Bounds)? {
        return Ok(None);
    }
    Err(bad(access, outside(m, &lane, &offset, Width::Term(len))?))
}

/// The objects that an access may go to, as the model wants it, and the offset; `None` if some of them cannot be
/// accessed so, or if the value is no pointer.
pub(crate) fn resolve_objects(
    m: Known<'_>,
    path: &Path,
    at: &Value,
    access: Access,
) -> Attempt<Option<(Lane, Term)>> {
    initialised_value(m, at, Use::Address)?;
    let at = pointer::resolve_for(m, path, at, access)?;
    let found = accessible(m, &at, access);
    Ok(found.map(|(lane, offset)| (lane, path.simplify(m.terms(), &offset))))
}

/// The objects and the offset of a pointer, if nothing but bounds is in the way of an access.
fn accessible(m: Known<'_>, at: &Value, access: Access) -> Option<(Lane, Term)> {
    let good = |id: &ObjectId| {
        m.object(*id).is_some_and(|object| {
            let frozen = object.read_only && access == Access::Write;
            object.life == Life::Live && object.kind != Kind::Function && !frozen
        })
    };
    pair_of(m, at).filter(|(lane, _)| lane.ids().iter().all(good))
}

/// The object and the offset of a pointer.
fn pair_of(m: Known<'_>, value: &Value) -> Option<(Lane, Term)> {
    let pair = m.values().pair(value).filter(|_| value.is_pointer())?;
    (pair.lane != Lane::One(ObjectId(0))).then_some((pair.lane, pair.offset))
}

/// The same as a plain pointer, for callers that know only those: each offset inside the object is a path.
pub(crate) fn resolve_plain(
    m: Known<'_>,
    path: &Path,
    at: &Value,
    len: u64,
    access: Access,
) -> Attempt<Value> {
    resolve(m, path, at, len, access)?.plain(m)
}

/// The object of a lane, each of several a path.
fn chosen(m: Known<'_>, lane: &Lane) -> Attempt<ObjectId> {
    match lane {
        Lane::One(id) => Ok(*id),
        Lane::Among { id, .. } => Ok(ObjectId(crate::ask::value(m, id, Topic::Object)? as u32)),
    }
}

/// Which of some offsets into an object a pointer has: each is a path. Everything else, including other objects, is
/// one more path.
pub(crate) fn one_of(
    m: Known<'_>,
    value: &Value,
    object: ObjectId,
    offsets: impl Iterator<Item = u64>,
) -> Attempt<Option<u64>> {
    initialised_value(m, value, Use::Address)?;
    let (terms, constant) = (m.terms(), |n: u64| m.terms().number(Bits(64), n));
    let offset = match pointer::resolve(m, value)? {
        Value::Ptr { id, offset } => return Ok((id == object).then_some(offset)),
        Value::Symbolic(symbolic) => match &*symbolic {
            Symbolic::Pointer(p) if p.lane == Lane::One(object) => p.offset.clone(),
            Symbolic::Pointer(_) => return Ok(None),
            _ => {
                m.note_number();
                let number = m.term_of(&Value::Symbolic(symbolic.clone()), Bits(64));
                terms.sub(&number, &constant(m.address(object, 0)))
            }
        },
        number => constant(m.bits(&number).wrapping_sub(m.address(object, 0))),
    };
    let any = offsets.fold(terms.number(Bits(1), 0), |any, at| {
        terms.or(&any, &terms.eq(&offset, &constant(at)))
    });
    match decide(m, &any, Topic::Control)? {
        true => crate::ask::value(m, &offset, Topic::Control).map(Some),
        false => Ok(None),
    }
}

/// A plain pointer. Only a symbolic size leaves anything to ask.
fn plain(m: Known<'_>, at: Pointer, len: u64, access: Access) -> Attempt<Resolved> {
    match m.objects().bounds_known(at, len) {
        Some(_) => Ok(Resolved::Plain(at.into())),
        None => inside(m, at.id, m.terms().number(Bits(64), at.offset), len, access),
    }
}

/// An offset into an object, in bounds or not.
fn inside(m: Known<'_>, id: ObjectId, offset: Term, len: u64, access: Access) -> Attempt<Resolved> {
    let at = |offset| Pointer { id, offset };
    if let Some(known) = offset.as_const().map(|known| at(known.low_u64()))
        && m.objects().bounds_known(known, len).is_some()
    {
        return Ok(Resolved::Plain(known.into()));
    }
    let Some(object) = m.object(id).filter(|object| object.life == Life::Live) else {
        return Err(bad(access, Fault::Dead { at: at(example(m, &offset)?) }));
    };
    if object.kind == Kind::Function {
        return Err(bad(access, Fault::Function { id }));
    }
    if !decide(m, &m.values().in_bounds(id, &offset, len), Topic::Bounds)? {
        return Err(bad(access, outside(m, &Lane::One(id), &offset, Width::Known(len))?));
    }
    if object.read_only && access == Access::Write {
        return Err(bad(access, Fault::ReadOnly { at: at(example(m, &offset)?) }));
    }
    let offset = if m.has_parts() { in_parts(m, id, offset, len)? } else { offset };
    Ok(Resolved::At { lane: Lane::One(id), offset })
}

/// An offset into an object, in a form that tells the part of it that is accessed, if it has parts.
fn in_parts(m: Known<'_>, id: ObjectId, offset: Term, len: u64) -> Attempt<Term> {
    let parts = match m.resolver().part_question(id, &offset) {
        PartQuestion::None => return Ok(offset),
        PartQuestion::Value(number) => [crate::ask::value(m, &number, Topic::Object)?; 2],
        PartQuestion::Which(number, most) => match which(m, &number, most)? {
            Some(&[first, .., last]) => [first, last],
            Some(&[one]) => [one; 2],
            _ => return Ok(offset),
        },
    };
    Ok(m.resolver().in_parts(&offset, parts, alignment(m, &offset, len)?))
}

/// How an offset is aligned to the length of an access, as far as the path tells: an access that may lie anywhere reaches
/// into the next part, and the two become one.
fn alignment(m: Known<'_>, offset: &Term, len: u64) -> Attempt<Aligned> {
    if !len.is_power_of_two() || len > 8 {
        return Ok(Aligned::NOT);
    }
    let rest = m.terms().and(offset, &m.terms().number(Bits(64), len - 1));
    let known = match rest.as_const() {
        Some(rest) => Some(rest.low_u64()),
        None => which(m, &rest, 1)?.map(|all| all[0]),
    };
    Ok(known.map_or(Aligned::NOT, |rest| Aligned { to: len, rest }))
}

/// An offset into one of several objects, where only the bounds of these can make the access fail.
fn inside_one(
    m: Known<'_>,
    lane: &Lane,
    offset: Term,
    len: u64,
    access: Access,
) -> Attempt<Resolved> {
    if decide(m, &m.values().in_bounds_of(lane, &offset, len), Topic::Bounds)? {
        return Ok(Resolved::At { lane: lane.clone(), offset });
    }
    Err(bad(access, outside(m, lane, &offset, Width::Known(len))?))
}

/// How many bytes an access concerns.
enum Width<'a> {
    Known(u64),
    Term(&'a Term),
}

/// What is wrong with an access that does not lie in the object of a lane: that object has been freed, through a pointer
/// to one of several, or it is too small.
fn outside(m: Known<'_>, lane: &Lane, offset: &Term, width: Width<'_>) -> Attempt<Fault> {
    let freed = match m.values().freed_if(lane) {
        Some(freed) => decide(m, &freed, Topic::Object)?,
        None => false,
    };
    let id = match lane {
        Lane::One(id) => *id,
        Lane::Among { id, .. } => ObjectId(example(m, id)? as u32),
    };
    let at = Pointer { id, offset: example(m, offset)? };
    if freed {
        return Ok(Fault::Dead { at });
    }
    let width = match width {
        Width::Known(width) => width,
        Width::Term(term) => example(m, term)?,
    };
    Ok(Fault::OutOfBounds { at, width, size: example(m, &m.values().size_term(id))? })
}

/// A symbolic number.
fn by_number(m: Known<'_>, number: Term, len: u64, access: Access) -> Attempt<Resolved> {
    let terms = m.terms();
    let constant = |n: u64| terms.number(Bits(64), n);
    let looked_for = || match m.answers.within(&number) {
        None => Ask::Objects(number.clone()),
        // It lies in none of the live objects.
        Some(_) => Ask::Example(number.clone()),
    };
    let address = m.answers.example(&number).ok_or_else(looked_for)?;
    if let Some(id) = m.objects().holding(address) {
        let (inside_it, offset) = m.values().lies_in(id, &number);
        return if decide(m, &inside_it, Topic::Object)? {
            inside(m, id, offset, len, access)
        } else {
            Err(looked_for().into())
        };
    }
    let null = terms.ult(&number, &constant(NULL_PAGE));
    let (near, fault) = match address < NULL_PAGE {
        true => (null, Fault::Null { address }),
        false => (terms.not(&null), Fault::Wild { address }),
    };
    // Only the program itself puts objects into the first page.
    let missed = |object: &Object| address >= NULL_PAGE || object.address < NULL_PAGE;
    let nowhere = m
        .objects()
        .find_all()
        .filter(|(_, object)| missed(object))
        .fold(near, |nowhere, (id, _)| {
            terms.and(&nowhere, &terms.not(&m.values().lies_in(id, &number).0))
        });
    match decide(m, &nowhere, Topic::Object)? {
        true => Err(bad(access, fault)),
        // The example belonged to another path.
        false => Err(looked_for().into()),
    }
}

/// What a value points to, for callers that need the start of an object: to free it, or to call it. For a pointer
/// with several objects there is one path for each; for a symbolic offset there is one path where it is zero, and
/// one with an example of all others, which are wrong. Numbers are treated alike.
pub(crate) fn start(m: Known<'_>, value: &Value) -> Attempt<Pointer> {
    initialised_value(m, value, Use::Address)?;
    let plain = |number| Pointer { id: ObjectId(0), offset: number };
    match pointer::resolve(m, value)? {
        Value::Ptr { id, offset } => Ok(Pointer { id, offset }),
        Value::Symbolic(symbolic) => match &*symbolic {
            Symbolic::Pointer(pointer) => {
                let Lane::One(id) = pointer.lane else { unreachable!("just resolved") };
                let start = m.terms().eq(&pointer.offset, &m.terms().number(Bits(64), 0));
                let offset = match decide(m, &start, Topic::Bounds)? {
                    true => 0,
                    false => example(m, &pointer.offset)?,
                };
                Ok(Pointer { id, offset })
            }
            _ => start_by_number(m, &m.term_of(&Value::Symbolic(symbolic.clone()), Bits(64)))
                .map(plain),
        },
        number => Ok(plain(m.number(&number)?)),
    }
}

/// Null or the address of an object, one path for each, or an example of all other numbers.
fn start_by_number(m: Known<'_>, number: &Term) -> Attempt<u64> {
    let terms = m.terms();
    let is = |address: u64| terms.eq(number, &terms.number(Bits(64), address));
    m.note_number();
    let address = example(m, number)?;
    let starts = address == 0 || m.find(address).is_some_and(|at| at.offset == 0);
    let here = match starts {
        true => is(address),
        false => m.objects().find_all().fold(terms.not(&is(0)), |others, (_, object)| {
            terms.and(&others, &terms.not(&is(object.address)))
        }),
    };
    match decide(m, &here, Topic::Object)? {
        true => Ok(address),
        // The example belonged to another path.
        false => Err(Ask::Example(number.clone()).into()),
    }
}
