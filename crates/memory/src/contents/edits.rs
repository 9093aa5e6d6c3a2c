//! Writes as a list, at the width at which they were written: the list of a plane.
//!
//! The idea is that of Trtík and Strejček, *Symbolic memory with pointers* (ATVA 2014): what lies at known addresses
//! that nothing newer can have met is looked up in a map; everything else is a list of records, and a read chooses
//! among those that it may meet. Here the map is what contents hold on top, and arrays below keep the list beside
//! their bytes: each version of them knows the write that it came from, and the version before.
//!
//! A read of the width of the writes chooses between whole values, by one condition for each. The paper has a plane for
//! each type instead. Writes of other types lie at other offsets of an object, which facts and strides tell apart, so
//! that they are passed over. Where they do not (a union, bytes of an integer), the read goes on in the bytes of the
//! version that it has come to, which show all that is older: objects of one type pay nothing for the others.
//!
//! A collision that facts leave open is left out if the path excludes it, which the caller knows.

use std::rc::Rc;

use numeric::Bits;
use term::{Term, Terms};

use crate::Value;
use crate::contents::arrays::{Arrays, read};
use crate::contents::reach::Residue;
use crate::value::symbolic::{index, resized};

/// The most values among which one read chooses; older ones are read as bytes.
const MOST: usize = 64;

/// How arrays came from older ones.
#[derive(Debug)]
pub(crate) struct Edit {
    /// The older ones. Taken out only when they are dropped.
    below: Option<Rc<Arrays>>,
    /// Where it was written, and how many bytes.
    at: Term,
    len: Len,
    what: Written,
    /// Where this does not hold, nothing was written.
    guard: Option<Term>,
}

/// How many bytes were written.
#[derive(Debug)]
enum Len {
    Bytes(u32),
    Unknown(Term),
}

/// What was written.
#[derive(Debug)]
enum Written {
    /// A value: a pointer, or a term of that many bytes.
    Value(Value),
    /// The bytes of an array at the same indices.
    Numbers(Term),
}

/// What a read meets in a list.
pub(crate) struct Met {
    /// The newest one whose condition holds is what is read.
    pub choices: Vec<(Term, Value)>,
    pub rest: Rest,
    /// How many collisions the path excluded, of those that facts left open.
    pub excluded: u64,
}

/// What is read where none of the conditions holds.
pub(crate) enum Rest {
    Value(Value),
    /// The bytes of these.
    Arrays(Rc<Arrays>),
}

/// The same for a list of all writes: what certainly hides older writes does not end the search, and there is no limit.
pub(crate) fn all_met(terms: &Terms, arrays: &Rc<Arrays>, at: &Term, len: u32) -> Option<Met> {
    arrays.edit()?;
    let (mut choices, mut reached) = (Vec::new(), arrays);
    while let Some((edit, below)) =
        reached.edit().and_then(|edit| Some((edit, edit.below.as_ref()?)))
    {
        terms.spend(1);
        match edit.meets(terms, at, len) {
            Meeting::Never => {}
            Meeting::Always(value) => choices.push((terms.truth(true), value)),
            Meeting::Perhaps(met) => choices.extend(met),
            Meeting::Odd => break,
        }
        reached = below;
    }
    Some(Met { choices, rest: Rest::Arrays(reached.clone()), excluded: 0 })
}

/// How a read and a write meet.
enum Meeting {
    Never,
    Always(Value),
    /// By conditions that exclude each other.
    Perhaps(Vec<(Term, Value)>),
    /// In a way that only bytes show.
    Odd,
}

impl Edit {
    /// A value of up to eight bytes was written: a pointer, or a term of that many bytes.
    pub fn value(
        below: Rc<Arrays>,
        at: &Term,
        len: u32,
        value: Value,
        guard: Option<Term>,
    ) -> Edit {
        let what = Written::Value(value);
        Edit { below: Some(below), at: at.clone(), len: Len::Bytes(len), what, guard }
    }

    /// The bytes of an array were written where they are.
    pub fn block(below: Rc<Arrays>, at: &Term, len: &Term, numbers: Term) -> Edit {
        let (len, what) = (Len::Unknown(len.clone()), Written::Numbers(numbers));
        Edit { below: Some(below), at: at.clone(), len, what, guard: None }
    }

    /// How a read of `len` bytes meets it.
    fn meets(&self, terms: &Terms, at: &Term, len: u32) -> Meeting {
        let met = match (&self.what, &self.len) {
            (Written::Value(value), Len::Bytes(written)) => {
                meets_value(terms, (&self.at, *written, value), at, len)
            }
            (Written::Numbers(numbers), Len::Unknown(count)) => {
                meets_block(terms, (&self.at, count, numbers), at, len)
            }
            _ => Meeting::Odd,
        };
        let Some(guard) = &self.guard else { return met };
        match met {
            Meeting::Always(value) => Meeting::Perhaps(vec![(guard.clone(), value)]),
            Meeting::Perhaps(choices) => {
                let guarded = |(met, value): (Term, Value)| (terms.and(guard, &met), value);
                Meeting::Perhaps(choices.into_iter().map(guarded).collect())
            }
            met => met,
        }
    }
}

impl Drop for Edit {
    /// Without recursion: a list is as long as a run.
    fn drop(&mut self) {
        let mut next = self.below.take();
        while let Some(mut arrays) = next.and_then(|below| Rc::try_unwrap(below).ok()) {
            let edit = arrays.take_edit().and_then(|edit| Rc::try_unwrap(edit).ok());
            next = edit.and_then(|mut edit| edit.below.take());
        }
    }
}

/// What a read of `len` bytes at an index meets, the newest first; `None` if the arrays keep no list. `excludes` says
/// which collisions the path excludes.
pub(crate) fn met(
    terms: &Terms,
    arrays: &Rc<Arrays>,
    at: &Term,
    len: u32,
    excludes: impl Fn(&Term) -> bool,
) -> Option<Met> {
    arrays.edit()?;
    let (mut choices, mut excluded) = (Vec::new(), 0);
    let mut reached = arrays;
    let rest = loop {
        terms.spend(1);
        let next = reached.edit().and_then(|edit| Some((edit, edit.below.as_ref()?)));
        let Some((edit, below)) = next.filter(|_| choices.len() < MOST) else {
            break Rest::Arrays(reached.clone());
        };
        match edit.meets(terms, at, len) {
            Meeting::Never => {}
            Meeting::Always(value) => break Rest::Value(value),
            Meeting::Perhaps(met) => {
                for (condition, value) in met
                    .into_iter()
                    .filter(|(met, _)| met.as_const().is_none_or(|met| !met.is_zero()))
                {
                    match excludes(&condition) {
                        true => excluded += 1,
                        false => choices.push((condition, value)),
                    }
                }
            }
            Meeting::Odd => break Rest::Arrays(reached.clone()),
        }
        reached = below;
    };
    Some(Met { choices, rest, excluded })
}

/// How a read meets a value that was written.
fn meets_value(
    terms: &Terms,
    (from, written, value): (&Term, u32, &Value),
    at: &Term,
    len: u32,
) -> Meeting {
    let (read, whole) = (u64::from(len), u64::from(written));
    if let Some(distance) = terms.sub(at, from).as_const() {
        let distance = distance.low_u64();
        return match distance {
            _ if distance >= whole && distance.wrapping_neg() >= read => Meeting::Never,
            _ if distance >= whole || distance + read > whole => Meeting::Odd,
            _ => cut(terms, value, distance as u32, len, written)
                .map_or(Meeting::Odd, Meeting::Always),
        };
    }
    let between = Residue::of(at).minus(Residue::of(from));
    if between.keeps_apart(read, whole) || are_apart((at, read), (from, whole)) {
        return Meeting::Never;
    }
    if written < len || written % len != 0 || !between.is_multiple_of(read) {
        return Meeting::Odd;
    }
    let piece = |start: u32| {
        let here = terms.eq(at, &terms.add(from, &index(terms, u64::from(start))));
        Some((here, cut(terms, value, start, len, written)?))
    };
    let pieces: Option<Vec<_>> = (0..written).step_by(len as usize).map(piece).collect();
    pieces.map_or(Meeting::Odd, Meeting::Perhaps)
}

/// Some of the bytes of a value. Those of a pointer are none that a value could be.
fn cut(terms: &Terms, value: &Value, start: u32, len: u32, whole: u32) -> Option<Value> {
    match value {
        whole_one if len == whole => Some(whole_one.clone()),
        Value::Int(number) => {
            let bits = number >> (8 * start) & (u64::MAX >> (64 - 8 * len));
            Some(Value::Int(bits))
        }
        value => {
            let term = resized(terms, value.as_term()?, Bits(8 * whole));
            Some(Value::term(terms.extract(&term, 8 * start, Bits(8 * len))))
        }
    }
}

/// How a read meets a block: as a whole or not at all, if both consist of elements of that length.
fn meets_block(
    terms: &Terms,
    (start, count, numbers): (&Term, &Term, &Term),
    at: &Term,
    len: u32,
) -> Meeting {
    let facts = |term: &Term| term.facts().expect("indices have 64 bits");
    let most = facts(count).high;
    if are_apart((at, u64::from(len)), (start, most)) {
        return Meeting::Never;
    }
    let step = u64::from(len);
    let whole = Residue::of(at).minus(Residue::of(start)).is_multiple_of(step)
        && Residue::of(count).is_multiple_of(step);
    if !whole {
        return Meeting::Odd;
    }
    let inside = terms.ult(&terms.sub(at, start), count);
    match inside.as_small() {
        Some(0) => Meeting::Never,
        Some(_) => Meeting::Always(Value::term(read(terms, numbers, at, len))),
        None => Meeting::Perhaps(vec![(inside, Value::term(read(terms, numbers, at, len)))]),
    }
}

/// Whether one range is known to end before the other begins.
fn are_apart((a, x): (&Term, u64), (b, y): (&Term, u64)) -> bool {
    let facts = |term: &Term| term.facts().expect("indices have 64 bits");
    let before = |a: &Term, len: u64, b: &Term| {
        facts(a).high.checked_add(len).is_some_and(|end| end <= facts(b).low)
    };
    before(a, x, b) || before(b, y, a)
}

/// A value as a list keeps it: a pointer, or the number of that many bytes.
pub(crate) fn kept(value: &Value, number: &Term) -> Value {
    match value {
        Value::Ptr { .. } => value.clone(),
        value if value.is_pointer() => value.clone(),
        _ => Value::term(number.clone()),
    }
}
