//! Reads at one of a few places.
//!
//! A pointer that was read at an unknown index of a table of pointers is a function of that index, and so is what
//! lies where it points, and what lies behind that. If the index has few values, each place is looked up, and what is
//! read is a table by the index: lists and trees in a pool are as fast as objects of their own, nothing else of the
//! pool is shown to the solver, and what all values of the result have in common is known.

use std::collections::BTreeSet;

use numeric::Bits;
use term::{BYTE, Function, INDEX, Term, Terms};

use crate::access::group::Group;
use crate::contents::Contents;
use crate::value::symbolic::index;
use crate::{Addressing, Lane, ObjectId, SymbolicPointer, Value, Values};

/// The most values of an index, and the largest difference between two of them.
const VALUES: usize = 256;
const SPAN: u64 = 4096;

/// The most bytes of a table that may not be constant.
const OPEN: usize = 16;

/// The places that an access may go to, by the value of an index.
pub(super) struct Landings {
    /// The index, whose values start at zero.
    index: Term,
    /// Where the access goes for each value; none for values that the index does not have.
    at: Vec<Option<u64>>,
    /// How many bytes of a table may not be constant.
    open: usize,
}

impl Landings {
    /// The places in a group whose index is a function of another one, if that one has few values.
    pub fn of(terms: &Terms, group: &Group, function: &Function) -> Option<Landings> {
        let facts = function.index.facts()?;
        let span = (facts.high - facts.low).checked_add(1).filter(|span| *span <= SPAN)?;
        let has = |at: u64| at & facts.zeros == 0 && !at & facts.ones == 0;
        if (facts.low..=facts.high).filter(|at| has(*at)).count() > VALUES {
            return None;
        }
        let values = (facts.low..).zip(function.values(facts.low, span));
        let at = values.map(|(value, at)| (has(value) && group.reach.starts_at(at)).then_some(at));
        let index = terms.sub(&function.index, &index(terms, facts.low));
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
        group.reach.offsets().for_each(|place| at[(place - low) as usize] = Some(place));
        Some(Landings { index: terms.sub(&group.index, &index(terms, low)), at, open: 0 })
    }

    /// What `len` bytes (1 to 8) hold there; `None` if too much of it is not constant.
    pub fn load(
        &self,
        values: Values<'_>,
        contents: &Contents,
        len: u32,
        addressing: Addressing,
    ) -> Option<Value> {
        let terms = values.terms;
        let read = |at: &Option<u64>| at.map(|at| values.value(contents.read(at, len), len));
        let held: Vec<Option<Value>> = self.at.iter().map(read).collect();
        let aligned = self.at.iter().flatten().all(|at| at.is_multiple_of(8));
        let mut ids = BTreeSet::new();
        held.iter().flatten().for_each(|value| match len == 8 && value.is_pointer() {
            true => value.each_id(|id| {
                ids.insert(id);
            }),
            false => {
                ids.insert(ObjectId(0));
            }
        });
        let numbers = !aligned || ids.iter().all(|id| id.0 == 0);
        if numbers || addressing == Addressing::Concrete {
            let number = |value: &Value| values.term_of(value, Bits(8 * len));
            return Some(Value::term(self.chosen(terms, &held, len, number)?));
        }
        let lanes = |value: &Value| values.lanes_of(value).filter(|_| value.is_pointer());
        let offset = |value: &Value| match lanes(value) {
            Some((offset, _)) => offset,
            None => values.term_of(value, INDEX),
        };
        let none = terms.number(Lane::WIDTH, 0);
        let id = |value: &Value| lanes(value).map_or(none.clone(), |(_, id)| id);
        let offset = self.chosen(terms, &held, 8, offset)?;
        let id = self.chosen(terms, &held, Lane::WIDTH.0 / 8, id)?;
        let lane = match id.as_const() {
            Some(one) => Lane::One(ObjectId(one.low_u64() as u32)),
            None => Lane::Among { id, ids: ids.into_iter().collect() },
        };
        Some(SymbolicPointer { lane, offset }.into_value())
    }

    /// The number of whole bytes for the value of the index: a table for each byte.
    fn chosen(
        &self,
        terms: &Terms,
        held: &[Option<Value>],
        len: u32,
        number: impl Fn(&Value) -> Term,
    ) -> Option<Term> {
        let numbers: Vec<Option<Term>> =
            held.iter().map(|value| value.as_ref().map(&number)).collect();
        let byte = |k: u32| {
            let byte = |number: &Term| terms.extract(number, 8 * k, BYTE);
            self.byte(terms, numbers.iter().map(|number| number.as_ref().map(byte)).collect())
        };
        (1..len).try_fold(byte(0)?, |low, k| Some(terms.concat(&byte(k)?, &low)))
    }

    /// The byte for the value of the index.
    fn byte(&self, terms: &Terms, all: Vec<Option<Term>>) -> Option<Term> {
        let number = |byte: &Term| byte.as_const().map(|byte| byte.low_u64() as u8);
        let known: Vec<Option<u8>> = all.iter().map(|byte| number(byte.as_ref()?)).collect();
        let open = all.iter().zip(0..).filter_map(|(byte, at)| Some((byte.as_ref()?, at)));
        let open: Vec<(&Term, u64)> = open.filter(|(byte, _)| !byte.is_const()).collect();
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
            .fold(table, |array, (byte, at)| terms.store(&array, &index(terms, at), byte));
        Some(terms.select(&stored, &self.index))
    }
}
