//! Arrays composed of others: ranges that were filled or copied.
//!
//! A block operation is one node, however long the block is: [`Terms::range`] puts a run of one array over another,
//! [`Terms::shift`] moves an array, [`Terms::every`] is one byte everywhere. So `memset` is a range over `every`, and
//! `memcpy` is a range over a shift of what the source held, which is exact even if the ranges overlap, since terms
//! are values. A guarded operation has length zero if its guard does not hold. [`Terms::lambda`] is an array whose byte
//! at each index is a function of the index: what a loop wrote that was carried out in one step.
//!
//! Composite arrays never occur below a bit-vector: reading one gives a choice, by conditions on the index, between
//! free bytes, tables and stores on these. So solvers, evaluation, shadows and printers know only those. The cost of
//! a read depends on what its index may meet: where facts decide, a range is skipped or entered.

use std::rc::Rc;

use hashbrown::HashMap;
use numeric::Bits;

use crate::form::Form;
use crate::rules::distinct;
use crate::store::Kind;
use crate::substitute::Substitution;
use crate::{BYTE, INDEX, Term, Terms};

/// Longer tables are not copied for a range of known bytes.
const COPIED: usize = 1 << 16;

impl Terms {
    /// The array with the bytes of a source at the same indices, for `length` indices from a start on. The range does
    /// not wrap around.
    pub fn range(&self, below: &Term, start: &Term, len: &Term, source: &Term) -> Term {
        let typed = below.is_array() && source.is_array();
        assert!(typed && start.width() == INDEX && len.width() == INDEX, "a range of an array");
        if len.is_zero() || below == source {
            return below.clone();
        }
        if let Some(table) = table_with(self, below, start, len, source) {
            return table;
        }
        let ends = self.concat(len, start);
        if let Some([under, above, _]) = below.kids(Kind::Range)
            && above == ends
        {
            // Everything that was put there before is hidden.
            return self.range(&under, start, len, source);
        }
        self.node(Kind::Range, Bits(0), &[below, &ends, source])
    }

    /// The array that has at each index what another has at the index plus a distance.
    pub fn shift(&self, array: &Term, by: &Term) -> Term {
        assert!(array.is_array() && by.width() == INDEX, "an array shifted by 64 bits");
        if by.is_zero() || array.kind() == Kind::Every {
            return array.clone();
        }
        if let Some([of, first]) = array.kids(Kind::Shift) {
            return self.shift(&of, &self.add(&first, by));
        }
        self.node(Kind::Shift, Bits(0), &[array, by])
    }

    /// The array with one byte at every index.
    pub fn every(&self, byte: &Term) -> Term {
        assert_eq!(byte.width(), BYTE, "an array of bytes");
        if byte.is_zero() {
            return self.table(Rc::new([]));
        }
        self.node(Kind::Every, Bits(0), &[byte])
    }

    /// The variable that stands for the index in the byte of a [`Terms::lambda`]. It occurs nowhere else.
    pub fn bound(&self) -> Term {
        self.var("\u{3bb}", INDEX)
    }

    /// The array that has at each index this byte, with the index in place of the bound variable.
    pub fn lambda(&self, byte: &Term) -> Term {
        assert_eq!(byte.width(), BYTE, "an array of bytes");
        if byte.is_const() {
            return self.every(byte);
        }
        self.node(Kind::Lambda, Bits(0), &[byte])
    }

    /// A term with another in place of the bound variable.
    pub fn bind(&self, term: &Term, index: &Term) -> Term {
        let bound = self.bound();
        Substitution::new(|of: &Term| (*of == bound).then(|| index.clone())).apply(self, term)
    }
}

impl Term {
    /// An upper bound, roughly, on the number of bytes among which a read of the array at an unknown index chooses; 0
    /// if no part of it was filled or copied as a block. Copying back and forth may double it each time.
    pub fn choices(&self) -> u16 {
        self.with_store(|store| store.node(self.id()).choices)
    }

    /// Whether this is a composite array, of which only single bytes can be handed to other components.
    pub(crate) fn is_composite(&self) -> bool {
        self.choices() > 0
    }
}

/// The start and the length of a range.
pub(crate) fn ends(ends: &Term) -> (Term, Term) {
    let terms = ends.terms();
    (terms.extract(ends, 0, INDEX), terms.extract(ends, INDEX.0, INDEX))
}

/// A table with known bytes put over it.
fn table_with(
    terms: &Terms,
    below: &Term,
    start: &Term,
    len: &Term,
    source: &Term,
) -> Option<Term> {
    let (start, len) = (start.as_small()?, len.as_small()?);
    let end = usize::try_from(start.checked_add(len)?).ok()?;
    let Form::Table(bytes) = below.form() else { return None };
    if end > bytes.len() || bytes.len() > COPIED {
        return None;
    }
    let start = start as usize;
    let mut changed = bytes.to_vec();
    match source.form() {
        Form::Every(byte) => changed[start..end].fill(byte.as_small()? as u8),
        Form::Table(from) => {
            let from = (start..end).map(|at| from.get(at).copied().unwrap_or(0));
            changed.splice(start..end, from);
        }
        _ => return None,
    }
    Some(terms.table(changed.into()))
}

/// A byte of a composite array by its source.
enum Origin {
    Byte(Term),
    /// One of two, by a condition.
    Choice(Term, Wanted, Wanted),
}

/// A byte that is read: of an array, at an index; or as it is.
#[derive(Clone)]
enum Wanted {
    Of(Term, Term),
    Byte(Term),
}

/// The byte of a composite array at an index. A byte to which two ways lead is read once.
pub(crate) fn read(terms: &Terms, array: &Term, index: &Term) -> Term {
    let mut known: HashMap<(Term, Term), Term> = HashMap::new();
    let first = (array.clone(), index.clone());
    // Without recursion: arrays are as deep as a run is long.
    let mut open = vec![(first.clone(), None)];
    while let Some((wanted, origin)) = open.pop() {
        if known.contains_key(&wanted) {
            continue;
        }
        let byte = match origin.unwrap_or_else(|| origin_of(terms, &wanted.0, &wanted.1)) {
            Origin::Byte(byte) => byte,
            Origin::Choice(condition, then, other) => {
                let byte = |of: &Wanted| match of {
                    Wanted::Byte(byte) => Some(byte.clone()),
                    Wanted::Of(array, at) => known.get(&(array.clone(), at.clone())).cloned(),
                };
                match (byte(&then), byte(&other)) {
                    (Some(then), Some(other)) => terms.ite(&condition, &then, &other),
                    _ => {
                        let needed = [then.clone(), other.clone()];
                        open.push((wanted, Some(Origin::Choice(condition, then, other))));
                        open.extend(needed.into_iter().filter_map(|of| match of {
                            Wanted::Of(array, at) => Some(((array, at), None)),
                            Wanted::Byte(_) => None,
                        }));
                        continue;
                    }
                }
            }
        };
        known.insert(wanted, byte);
    }
    known.remove(&first).expect("the first is read last")
}

/// The source of a byte, skipping everything that facts exclude.
fn origin_of(terms: &Terms, array: &Term, index: &Term) -> Origin {
    let (mut array, mut index) = (array.clone(), index.clone());
    loop {
        terms.spend(1);
        if !array.is_composite() {
            return Origin::Byte(terms.select(&array, &index));
        }
        match array.form() {
            Form::Every(byte) => return Origin::Byte(byte),
            Form::Lambda(byte) => return Origin::Byte(terms.bind(&byte, &index)),
            Form::Shift(of, by) => {
                index = terms.add(&index, &by);
                array = of;
            }
            Form::Store(_, at, byte) if at == index => return Origin::Byte(byte),
            Form::Store(below, at, _) if distinct(terms, &at, &index) => array = below,
            Form::Store(below, at, byte) => {
                let here = terms.eq(&at, &index);
                return Origin::Choice(here, Wanted::Byte(byte), Wanted::Of(below, index));
            }
            Form::Range(below, start, len, source) => {
                let inside = is_inside(terms, &index, &start, &len);
                match inside.as_small() {
                    Some(0) => array = below,
                    Some(_) => array = source,
                    None => {
                        let source = Wanted::Of(source, index.clone());
                        return Origin::Choice(inside, source, Wanted::Of(below, index));
                    }
                }
            }
            form => unreachable!("{form:?} is no composite array"),
        }
    }
}

/// Whether an index is in a range that does not wrap around, as a truth value.
fn is_inside(terms: &Terms, index: &Term, start: &Term, len: &Term) -> Term {
    let facts = |term: &Term| term.facts().expect("indices have 64 bits");
    let (at, from, count) = (facts(index), facts(start), facts(len));
    let before = at.high < from.low;
    let behind = from.high.checked_add(count.high).is_some_and(|end| end <= at.low);
    if before || behind {
        return terms.truth(false);
    }
    let begun = from.high <= at.low;
    if begun && from.low.checked_add(count.low).is_some_and(|end| at.high < end) {
        return terms.truth(true);
    }
    terms.ult(&terms.sub(index, start), len)
}

#[cfg(test)]
mod tests {
    use numeric::Wide;
    use random::Random;

    use super::*;
    use crate::{Model, Shape, Symbol};

    const LEN: usize = 24;

    /// Copies may come from beyond that, by the sum of all distances.
    const ALL: usize = 256;

    /// An array as a term, and its contents under a model.
    #[derive(Clone)]
    struct Both {
        term: Term,
        bytes: Vec<u8>,
    }

    struct World {
        terms: Terms,
        model: Model,
        random: Random,
        /// Terms of 64 bits with their values, all small.
        numbers: Vec<(Term, u64)>,
        arrays: Vec<Both>,
    }

    impl World {
        fn new(seed: u64) -> World {
            let (terms, mut random, mut model) = (Terms::new(), Random::new(seed), Model::new());
            let mut numbers = Vec::new();
            for name in ["i", "j", "n"] {
                let value = random.below(LEN as u64 / 2);
                let narrow = Bits(5);
                let symbol = Symbol { name: name.into(), shape: Shape::Vector(narrow) };
                model.set(symbol, Wide::from_u64(narrow, value));
                numbers.push((terms.zext(&terms.var(name, narrow), INDEX), value));
                let constant = random.below(LEN as u64 / 2);
                numbers.push((terms.number(INDEX, constant), constant));
                let twice = terms.mul(&terms.var(name, narrow), &terms.number(narrow, 2));
                numbers.push((terms.zext(&twice, INDEX), 2 * value));
            }
            let free = Symbol { name: "a".into(), shape: Shape::Bytes(Some(LEN as u64)) };
            let mut bytes: Vec<u8> = (0..LEN).map(|_| random.below(256) as u8).collect();
            bytes.iter().zip(0..).for_each(|(&byte, at)| model.set_byte(&free, at, byte));
            bytes.resize(ALL, 0);
            let mut table: Vec<u8> = (0..LEN).map(|_| random.below(256) as u8).collect();
            let term = terms.table(table.clone().into());
            table.resize(ALL, 0);
            let free = terms.array("a", Some(LEN as u64));
            let arrays = vec![Both { term: free, bytes }, Both { term, bytes: table }];
            World { terms, model, random, numbers, arrays }
        }

        fn number(&mut self) -> (Term, u64) {
            self.numbers[self.random.index(self.numbers.len())].clone()
        }

        fn array(&mut self) -> Both {
            self.arrays[self.random.index(self.arrays.len())].clone()
        }

        /// One more array, made from the existing ones. What is shifted in from outside is zero in all of them.
        fn step(&mut self) {
            let mut made = self.array();
            let (start, first) = self.number();
            let byte = self.terms.number(BYTE, self.random.below(256));
            match self.random.below(5) {
                4 => {
                    // The low byte of the index, times three.
                    let low = self.terms.extract(&self.terms.bound(), 0, BYTE);
                    let lambda =
                        self.terms.lambda(&self.terms.mul(&low, &self.terms.number(BYTE, 3)));
                    self.put(&mut made, (start, first), &lambda, &|at| 3u8.wrapping_mul(at as u8));
                }
                0 => {
                    made.term = self.terms.store(&made.term, &start, &byte);
                    if let Some(place) = made.bytes.get_mut(first as usize) {
                        *place = byte.as_small().unwrap() as u8;
                    }
                }
                1 => {
                    let every = self.terms.every(&byte);
                    self.put(&mut made, (start, first), &every, &|_| {
                        byte.as_small().unwrap() as u8
                    });
                }
                2 => {
                    let source = self.array();
                    let at = |at: usize| source.bytes.get(at).copied().unwrap_or(0);
                    self.put(&mut made, (start, first), &source.term, &at);
                }
                _ => {
                    // A copy to another offset: the source begins at the distance.
                    let (source, (from, origin)) = (self.array(), self.number());
                    let by = self.terms.sub(&from, &start);
                    let shifted = self.terms.shift(&source.term, &by);
                    let at = |at: usize| {
                        let at = (at as u64).wrapping_add(origin).wrapping_sub(first);
                        usize::try_from(at)
                            .ok()
                            .and_then(|at| source.bytes.get(at))
                            .map_or(0, |b| *b)
                    };
                    self.put(&mut made, (start, first), &shifted, &at);
                }
            }
            self.arrays.push(made);
        }

        fn put(
            &mut self,
            to: &mut Both,
            (start, first): (Term, u64),
            source: &Term,
            byte: &dyn Fn(usize) -> u8,
        ) {
            let (len, count) = self.number();
            to.term = self.terms.range(&to.term, &start, &len, source);
            for at in first..first + count {
                if let Some(place) = to.bytes.get_mut(at as usize) {
                    *place = byte(at as usize);
                }
            }
        }

        fn check(&mut self) {
            for Both { term, bytes } in self.arrays.clone() {
                for (at, &byte) in bytes.iter().enumerate() {
                    let read = self.terms.select(&term, &self.terms.number(INDEX, at as u64));
                    assert_eq!(self.model.eval(&read).low_u64(), u64::from(byte), "{at} of {term}");
                }
                let (index, at) = self.number();
                if let Some(&byte) = bytes.get(at as usize) {
                    let read = self.terms.select(&term, &index);
                    assert_eq!(self.model.eval(&read).low_u64(), u64::from(byte), "{at} of {term}");
                    assert!(!reads_composite(&read), "{read}");
                }
            }
        }
    }

    /// Whether a composite array is below a bit-vector.
    fn reads_composite(term: &Term) -> bool {
        let mut open = vec![term.clone()];
        while let Some(next) = open.pop() {
            if next.is_array() && next.is_composite() {
                return true;
            }
            open.extend(next.operands());
        }
        false
    }

    /// Random histories of stores, fills and copies, each byte compared with a list of bytes.
    #[test]
    fn arrays_hold_what_was_put_there() {
        for seed in 0..400 {
            let mut world = World::new(seed);
            for _ in 0..8 {
                world.step();
            }
            world.check();
        }
    }

    #[test]
    fn what_facts_decide_is_no_choice() {
        let terms = Terms::new();
        let n = terms.zext(&terms.var("n", Bits(4)), INDEX);
        let at = |k| terms.number(INDEX, k);
        let a = terms.array("a", None);
        let filled = terms.range(&a, &at(8), &n, &terms.every(&terms.number(BYTE, 7)));
        for k in [0, 7, 23, 100] {
            assert_eq!(terms.select(&filled, &at(k)), terms.select(&a, &at(k)), "{k}");
        }
        let more = terms.add(&n, &at(3));
        let filled = terms.range(&a, &at(8), &more, &terms.every(&terms.number(BYTE, 7)));
        assert_eq!(terms.select(&filled, &at(10)), terms.number(BYTE, 7));
    }

    #[test]
    fn a_range_hides_one_of_the_same_ends() {
        let terms = Terms::new();
        let [i, n] = ["i", "n"].map(|name| terms.var(name, INDEX));
        let a = terms.array("a", None);
        let [seven, eight] = [7, 8].map(|k| terms.every(&terms.number(BYTE, k)));
        let twice = terms.range(&terms.range(&a, &i, &n, &seven), &i, &n, &eight);
        assert_eq!(twice, terms.range(&a, &i, &n, &eight));
        assert_eq!(terms.range(&a, &i, &terms.number(INDEX, 0), &eight), a);
        assert_eq!(terms.shift(&terms.shift(&a, &i), &terms.neg(&i)), a);
    }

    #[test]
    fn known_bytes_in_known_places_are_a_table() {
        let terms = Terms::new();
        let at = |k| terms.number(INDEX, k);
        let table = terms.table([1, 2, 3, 4].into());
        let filled = terms.range(&table, &at(1), &at(2), &terms.every(&terms.number(BYTE, 9)));
        assert_eq!(filled, terms.table([1, 9, 9, 4].into()));
        let copied = terms.range(&table, &at(2), &at(2), &terms.table([5, 6, 7].into()));
        assert_eq!(copied, terms.table([1, 2, 7, 0].into()));
    }

    #[test]
    fn a_lambda_is_read_at_an_index_that_has_the_bound_variable() {
        let terms = Terms::new();
        let bound = terms.bound();
        let inner =
            terms.lambda(&terms.extract(&terms.shl(&bound, &terms.number(INDEX, 1)), 0, BYTE));
        let outer =
            terms.lambda(&terms.select(&inner, &terms.add(&bound, &terms.number(INDEX, 5))));
        assert_eq!(terms.select(&outer, &terms.number(INDEX, 7)), terms.number(BYTE, 24));
        assert_eq!(terms.lambda(&terms.number(BYTE, 4)), terms.every(&terms.number(BYTE, 4)));
    }

    /// As deep as a run is long.
    #[test]
    fn depth_is_no_limit() {
        let terms = Terms::new();
        let mut array = terms.array("a", None);
        for k in 0..20_000 {
            let n = terms.zext(&terms.var(&format!("n{k}"), Bits(3)), INDEX);
            array = terms.range(
                &array,
                &terms.number(INDEX, 0),
                &n,
                &terms.every(&terms.number(BYTE, 1 + k % 255)),
            );
        }
        let read = terms.select(&array, &terms.number(INDEX, 2));
        assert_eq!(Model::new().eval(&read).low_u64(), 0);
    }
}
