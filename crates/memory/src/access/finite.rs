//! Reads at one of a few places.
//!
//! A pointer that was read at an unknown index of a table of pointers is a function of that index, and so is what
//! lies where it points, and what lies behind that. If the index has few values, each place is looked up, and what is
//! read is a table by the index: lists and trees in a pool are as fast as objects of their own, nothing else of the
//! pool is shown to the solver, and what all values of the result have in common is known.

use std::collections::{BTreeMap, BTreeSet};

use numeric::Bits;
use term::{BYTE, Facts, Function, Term, Terms};

use crate::access::group::Group;
use crate::placement::ArrayRef;
use crate::value::symbolic::index;
use crate::{Addressing, Derived, Lane, Memory, ObjectId, Pointer, SymbolicPointer, Value, Values};

/// The most values of an index, and the largest difference between two of them.
const VALUES: usize = 256;
const SPAN: u64 = 4096;

/// The most bytes of a table that may not be constant.
const OPEN: usize = 16;

/// How many values an index may have for each object that a pointer may point to.
const VALUES_EACH: usize = 16;

/// The places that an access may go to, by the value of an index.
pub(super) struct Landings {
    /// The index, whose values start at zero.
    index: Term,
    /// Where the access goes for each value; none for values that the index does not have.
    at: Vec<Option<(ArrayRef, u64)>>,
    /// How many bytes of a table may not be constant.
    open: usize,
}

impl Landings {
    /// The places of `len` bytes at an offset into one of several objects, if which one and where is a function of an
    /// index that has few values. They may lie in any arrays.
    pub fn of_lane(memory: &Memory, lane: &Lane, offset: &Term, len: u32) -> Option<Landings> {
        let Lane::Among { id, ids } = lane else { return None };
        let of_id = Function::of(id)?;
        let has = IndexValues::of(&of_id.index, VALUES.min(VALUES_EACH * ids.len()))?;
        let offsets = match offset.as_const() {
            Some(at) => vec![at.low_u64(); has.span as usize],
            None => {
                let of_offset = Function::of(offset).filter(|of| of.index == of_id.index)?;
                of_offset.values(has.low, has.span)
            }
        };
        let place = |id: u64, offset: u64| {
            let id = ids.binary_search(&ObjectId(id as u32)).ok().map(|at| ids[at])?;
            memory.storage.place_at(Pointer { id, offset }, u64::from(len))
        };
        let all = of_id.values(has.low, has.span).into_iter().zip(offsets).zip(has.low..);
        let at = all.map(|((id, offset), value)| has.has(value).then(|| place(id, offset))?);
        let index = has.counted(&memory.terms, &of_id.index);
        Some(Landings { index, at: at.collect(), open: OPEN })
    }

    /// The places in a group whose index is a function of another one, if that one has few values.
    pub fn of(terms: &Terms, group: &Group, function: &Function) -> Option<Landings> {
        let has = IndexValues::of(&function.index, VALUES)?;
        let all = function.values(has.low, has.span).into_iter().zip(has.low..);
        let lands = |at: u64, value: u64| has.has(value) && group.reach.starts_at(at);
        let at = all.map(|(at, value)| lands(at, value).then_some((group.array, at)));
        let index = has.counted(terms, &function.index);
        Some(Landings { index, at: at.collect(), open: OPEN })
    }

    /// The places in a group whose index itself has few values, if the bytes there are constant: otherwise they may
    /// come from updates at unknown offsets.
    pub fn of_few(terms: &Terms, group: &Group) -> Option<Landings> {
        if !group.reach.is_strided(VALUES as u64) {
            return None;
        }
        let low = group.reach.offsets().next()?;
        let span = group.reach.offsets().last()? - low + 1;
        let mut at = vec![None; usize::try_from(span).ok().filter(|_| span <= SPAN)?];
        let place = |place: u64| at[(place - low) as usize] = Some((group.array, place));
        group.reach.offsets().for_each(place);
        Some(Landings { index: terms.sub(&group.index, &index(terms, low)), at, open: 0 })
    }

    /// The arrays that the access may go to, and whether it can go to several places in each, in order.
    pub fn arrays(&self) -> BTreeMap<ArrayRef, Places> {
        let mut all = BTreeMap::new();
        for &(array, at) in self.at.iter().flatten() {
            let places = all.entry(array).or_insert(Places::One(at));
            if *places != Places::One(at) {
                *places = Places::Several;
            }
        }
        all
    }

    /// What `len` bytes (1 to 8) hold there; `None` if too much of it is not constant.
    pub fn load(&self, memory: &Memory, len: u32) -> Option<Derived> {
        let (values, terms) = (memory.values(), &memory.terms);
        let read = |at: &Option<(ArrayRef, u64)>| {
            let (array, at) = (*at)?;
            Some(values.value(memory.storage.array(array)?.read(at, len), len))
        };
        let held: Vec<Option<Value>> = self.at.iter().map(read).collect();
        let mut all = held.iter().flatten();
        let first = all.next()?;
        if all.all(|value| value == first) {
            return Some(Derived { value: first.clone(), by_number: false });
        }
        let aligned = self.at.iter().flatten().all(|(_, at)| at.is_multiple_of(8));
        let mut ids = BTreeSet::new();
        held.iter().flatten().for_each(|value| match len == 8 && value.is_pointer() {
            true => value.each_id(|id| {
                ids.insert(id);
            }),
            false => {
                ids.insert(ObjectId(0));
            }
        });
        let number = |value: &Value| Entry::number(values, value, len);
        let no_pointers = !aligned || ids.iter().all(|id| id.0 == 0);
        if no_pointers || memory.setup.addressing == Addressing::Concrete {
            let value = Value::term(self.chosen(terms, &held, len, number)?);
            let by_number = held.iter().flatten().any(Value::is_pointer);
            return Some(Derived { value, by_number });
        }
        let offset =
            |value: &Value| Entry::lanes(values, value).map_or_else(|| number(value), |of| of.0);
        let id = |value: &Value| Entry::lanes(values, value).map_or(Entry::Known(0), |of| of.1);
        let offset = self.chosen(terms, &held, 8, offset)?;
        let id = self.chosen(terms, &held, Lane::WIDTH.0 / 8, id)?;
        let lane = match id.as_const() {
            Some(one) => Lane::One(ObjectId(one.low_u64() as u32)),
            None => Lane::Among { id, ids: ids.into_iter().collect() },
        };
        Some(Derived { value: SymbolicPointer { lane, offset }.into_value(), by_number: false })
    }

    /// The number of whole bytes for the value of the index: a table for each byte.
    fn chosen(
        &self,
        terms: &Terms,
        held: &[Option<Value>],
        len: u32,
        entry: impl Fn(&Value) -> Entry,
    ) -> Option<Term> {
        let entries: Vec<Option<Entry>> =
            held.iter().map(|value| value.as_ref().map(&entry)).collect();
        let byte = |k: u32| self.byte(terms, &entries, k);
        (1..len).try_fold(byte(0)?, |low, k| Some(terms.concat(&byte(k)?, &low)))
    }

    /// Byte `k` for the value of the index.
    fn byte(&self, terms: &Terms, entries: &[Option<Entry>], k: u32) -> Option<Term> {
        let mut open = Vec::new();
        let known = |(entry, at): (&Option<Entry>, u64)| match entry.as_ref()? {
            Entry::Known(number) => Some((number >> (8 * k)) as u8),
            Entry::Open(term) => {
                let byte = terms.extract(term, 8 * k, BYTE);
                let known = byte.as_const().map(|byte| byte.low_u64() as u8);
                if known.is_none() {
                    open.push((byte, at));
                }
                known
            }
        };
        let known: Vec<Option<u8>> = entries.iter().zip(0..).map(known).collect();
        if open.len() > self.open {
            return None;
        }
        // Entries that are never read repeat their neighbour, so that the facts known of the table are those of the
        // entries that are.
        let mut last = known.iter().flatten().next().copied().unwrap_or(0);
        let mut filled = |byte: &Option<u8>| {
            last = byte.unwrap_or(last);
            last
        };
        let bytes: Vec<u8> = known.iter().map(&mut filled).collect();
        if open.is_empty() && bytes.iter().all(|byte| *byte == bytes[0]) {
            return Some(terms.number(BYTE, u64::from(last)));
        }
        let table = terms.table(bytes.into());
        let stored = open
            .into_iter()
            .fold(table, |array, (byte, at)| terms.store(&array, &index(terms, at), &byte));
        Some(terms.select(&stored, &self.index))
    }
}

/// Where an access may go in an array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    One(u64),
    Several,
}

/// The values that an index can have, as far as it shows them: few ones that lie near each other.
struct IndexValues {
    facts: Facts,
    low: u64,
    /// The difference between the lowest and the highest, and one.
    span: u64,
}

impl IndexValues {
    /// `None` if there are more than this many.
    fn of(index: &Term, most: usize) -> Option<IndexValues> {
        let facts = index.facts()?;
        let span = (facts.high - facts.low).checked_add(1).filter(|span| *span <= SPAN)?;
        let values = IndexValues { low: facts.low, span, facts };
        let count = (facts.low..=facts.high).filter(|at| values.has(*at)).count();
        (count <= most).then_some(values)
    }

    fn has(&self, value: u64) -> bool {
        value & self.facts.zeros == 0 && !value & self.facts.ones == 0
    }

    /// The index, less its lowest value.
    fn counted(&self, terms: &Terms, of: &Term) -> Term {
        terms.sub(of, &index(terms, self.low))
    }
}

/// A number that lies at one of the places. There is no term for one that is known: most are, and tables are made of
/// their bytes.
enum Entry {
    Known(u64),
    Open(Term),
}

impl Entry {
    /// The number that a value of this many bytes is.
    fn number(values: Values<'_>, value: &Value, len: u32) -> Entry {
        match values.objects.plain_number(value) {
            Some(number) => Entry::Known(number),
            None => Entry::Open(values.term_of(value, Bits(8 * len))),
        }
    }

    /// The offset and the id of a pointer.
    fn lanes(values: Values<'_>, value: &Value) -> Option<(Entry, Entry)> {
        match *value {
            Value::Ptr { id, offset } => Some((Entry::Known(offset), Entry::Known(id.0.into()))),
            _ => {
                let (offset, id) = values.lanes_of(value).filter(|_| value.is_pointer())?;
                Some((Entry::Open(offset), Entry::Open(id)))
            }
        }
    }
}
