//! Filling and copying where the address or the length is unknown, in one step.
//!
//! A block is a range of the arrays that show contents (see the module `composite` of `term`): whatever its length,
//! it is one node for each array it may go to, with a length of zero where it goes to another. Bytes that the range
//! may cover show from the arrays afterwards. The caller has established that the objects are alive, that the blocks
//! are in bounds, and that the destination may be written.
//!
//! Pointers move as words. Where source and destination are known to lie at multiples of eight, words that are copied
//! whole keep their objects. A pointer that is cut at an end, or that moves by a distance that is not a multiple of
//! eight, becomes its number, and so does one that was stored in pieces.
//!
//! Blocks whose reads would be a choice of too many bytes are refused; the executor then decides offsets and lengths
//! first.

use std::collections::BTreeSet;
use std::rc::Rc;

use term::{Term, Terms};

use crate::access::at::NeedsOffset;
use crate::access::group::{Group, groups};
use crate::access::view::{add_ids, view};
use crate::contents::arrays::{Arrays, Lanes};
use crate::contents::bitmap::Bitmap;
use crate::contents::edits::Edit;
use crate::contents::layer::VAST;
use crate::contents::reach::{Reach, is_word_aligned};
use crate::contents::source::{Held, Sourced, pointers_below};
use crate::placement::ArrayRef;
use crate::value::symbolic::index;
use crate::{Lane, Memory, ObjectId};

/// Arrays are not combined any further if a read would be a choice of more bytes than this.
const CHOICES: u16 = 1 << 12;

/// Where a block begins: in the object of a lane, at an offset.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// The object.
    pub lane: &'a Lane,
    /// The offset of the first byte.
    pub offset: &'a Term,
}

/// What is put into a block, from index 0 on.
struct Filling {
    numbers: Term,
    /// The offsets and the ids of words, if some may be pointers that keep their objects.
    lanes: Option<(Term, Term)>,
    /// The possible values of these ids.
    ids: BTreeSet<ObjectId>,
    /// Whether pointers became numbers.
    by_number: bool,
}

/// Operations on blocks, whose lengths and places need not be known.
pub struct Blocks<'a> {
    memory: &'a mut Memory,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(memory: &'a mut Memory) -> Blocks<'a> {
        Blocks { memory }
    }

    /// Sets `len` bytes, of 64 bits, to a byte. Returns whether pointers became numbers.
    pub fn fill(&mut self, to: Block<'_>, len: &Term, byte: &Term) -> Result<bool, NeedsOffset> {
        let numbers = self.memory.terms.every(byte);
        self.put(to, len, numbers)
    }

    /// Writes `len` bytes, of 64 bits, of an array of numbers, from index 0 on. Returns whether pointers became
    /// numbers.
    pub fn put(&mut self, to: Block<'_>, len: &Term, numbers: Term) -> Result<bool, NeedsOffset> {
        let filling = Filling { numbers, lanes: None, ids: [ObjectId(0)].into(), by_number: false };
        self.put_block(to, len, &filling)
    }

    /// Copies `len` bytes, of 64 bits; the blocks may overlap. Returns whether pointers became numbers.
    pub fn copy(
        &mut self,
        to: Block<'_>,
        from: Block<'_>,
        len: &Term,
    ) -> Result<bool, NeedsOffset> {
        let filling = self.filling(from, len)?;
        self.put_block(to, len, &filling)
    }

    /// The objects that a block may lie in, by array, after showing their bytes never written.
    fn shown_groups(&mut self, at: Block<'_>, len: &Term) -> Vec<Group> {
        at.lane.ids().iter().for_each(|&id| self.show(id));
        at.lane.ids().iter().for_each(|&id| self.memory.relocation().put_together(id));
        self.memory.relocation().gather_for(at.lane);
        let least = len.facts().map_or(0, |facts| facts.low);
        groups(self.memory, at.lane, at.offset, least, |objects| {
            Reach::of_block(at.offset, len, objects)
        })
    }

    /// Shows the bytes of an object that were never written. Long runs of them in a shared array are blocks themselves:
    /// one node each, not a store for each byte.
    fn show(&mut self, id: ObjectId) {
        let (lane, terms) = (Lane::One(id), self.memory.terms.clone());
        for (run, symbol) in self.memory.take_unwritten_runs(id) {
            let [offset, len] = [run.start, run.end - run.start].map(|n| index(&terms, n));
            let to = Block { lane: &lane, offset: &offset };
            if self.put(to, &len, terms.shift(&symbol, &offset)).is_err() {
                self.memory.show_run(id, run, &symbol);
            }
        }
        self.memory.show_all(id);
    }

    /// What a block holds.
    fn filling(&mut self, from: Block<'_>, len: &Term) -> Result<Filling, NeedsOffset> {
        let mut all: Option<Filling> = None;
        for group in self.shown_groups(from, len).iter().rev() {
            let filling = self.filling_of(from, group)?;
            all = Some(match all {
                None => filling,
                Some(rest) => {
                    let here = group.is_it(&self.memory.terms, from.lane);
                    self.either(&self.if_it(&here, len), filling, rest)
                }
            });
        }
        let nothing = || Filling {
            numbers: self.memory.terms.table(Rc::new([])),
            lanes: None,
            ids: BTreeSet::new(),
            by_number: false,
        };
        Ok(all.unwrap_or_else(nothing))
    }

    /// What a block in one array holds.
    fn filling_of(&mut self, from: Block<'_>, group: &Group) -> Result<Filling, NeedsOffset> {
        let Group { array, index, reach, .. } = group;
        self.memory.storage.mix(*array);
        let terms = &self.memory.terms;
        let Some(mixed) = self.memory.storage.mixed(*array) else {
            let numbers = terms.table(Rc::new([]));
            return Ok(Filling { numbers, lanes: None, ids: BTreeSet::new(), by_number: false });
        };
        let pointers = mixed.has_pointers();
        if pointers && mixed.len() as u64 > VAST {
            return Err(NeedsOffset);
        }
        group.count_access(self.memory);
        let arrays = view(self.memory, mixed);
        let (mut ids, mut odd) = (BTreeSet::from([ObjectId(0)]), false);
        for word in reach.words().filter(|_| pointers) {
            let held = mixed.held(word);
            odd |= matches!(held, Held::Odd);
            add_ids(&held, &mut ids);
        }
        let pointers = ids.len() > 1;
        let lanes = arrays.lanes.as_ref().filter(|_| pointers && is_word_aligned(from.offset));
        let lanes =
            lanes.map(|lanes| [&lanes.offsets, &lanes.ids].map(|lane| terms.shift(lane, index)));
        Ok(Filling {
            numbers: terms.shift(&arrays.numbers, index),
            by_number: odd || pointers && lanes.is_none(),
            lanes: lanes.map(|[offsets, ids]| (offsets, ids)),
            ids,
        })
    }

    /// The first array for `len` bytes, possibly none, and the second one after that.
    fn either(&self, len: &Term, first: Filling, second: Filling) -> Filling {
        let terms = &self.memory.terms;
        let start = index(terms, 0);
        let put = |below: &Term, above: &Term| terms.range(below, &start, len, above);
        let no_ids = terms.table(Rc::new([]));
        let lanes = match (&first.lanes, &second.lanes) {
            (None, None) => None,
            (a, b) => {
                let (x, xs) = a.as_ref().map_or((&first.numbers, &no_ids), |(x, xs)| (x, xs));
                let (y, ys) = b.as_ref().map_or((&second.numbers, &no_ids), |(y, ys)| (y, ys));
                Some((put(y, x), put(ys, xs)))
            }
        };
        let ids = first.ids.union(&second.ids).copied().collect();
        let by_number = first.by_number || second.by_number;
        Filling { numbers: put(&second.numbers, &first.numbers), lanes, ids, by_number }
    }

    /// A length if a condition holds, otherwise zero.
    fn if_it(&self, condition: &Term, len: &Term) -> Term {
        self.memory.terms.ite(condition, len, &index(&self.memory.terms, 0))
    }

    fn put_block(
        &mut self,
        to: Block<'_>,
        len: &Term,
        filling: &Filling,
    ) -> Result<bool, NeedsOffset> {
        let groups = self.shown_groups(to, len);
        let several = groups.len() > 1;
        let mut by_number = filling.by_number;
        let mut changes = Vec::with_capacity(groups.len());
        for group in groups {
            let len = match several {
                true => self.if_it(&group.is_it(&self.memory.terms, to.lane), len),
                false => len.clone(),
            };
            if let Some((arrays, cut)) = self.changed(to, &group, &len, filling)? {
                by_number |= cut;
                changes.push((group, arrays));
            }
        }
        for (group, arrays) in changes {
            group.count_access(self.memory);
            self.memory.storage.replace(group.array, arrays, &group.reach);
        }
        Ok(by_number)
    }

    /// The arrays of a group after a block was written there, and whether that turned pointers into numbers.
    fn changed(
        &mut self,
        to: Block<'_>,
        group: &Group,
        len: &Term,
        filling: &Filling,
    ) -> Result<Option<(Arrays, bool)>, NeedsOffset> {
        self.memory.storage.mix(group.array);
        let Some(mixed) = self.memory.storage.mixed(group.array) else { return Ok(None) };
        let vast = mixed.len() as u64 > VAST;
        if vast && (filling.lanes.is_some() || mixed.has_pointers()) {
            return Err(NeedsOffset);
        }
        let arrays = view(self.memory, mixed);
        let (terms, at) = (&self.memory.terms, &group.index);
        let back = terms.neg(at);
        let put = |below: &Term, start: &Term, len: &Term, source: &Term| {
            fenced(terms, group, below, &terms.range(below, start, len, source))
        };
        let shifted = terms.shift(&filling.numbers, &back);
        let numbers = put(&arrays.numbers, at, len, &shifted);
        if numbers.choices() > CHOICES {
            return Err(NeedsOffset);
        }
        let Some(before) = lanes_before(self.memory, mixed, &arrays, filling) else {
            let changed = self.after(Arrays::bytes(numbers), arrays, (at, len), (shifted, filling));
            return Ok(Some((changed, false)));
        };
        // Every word that the block touches becomes a number, except for those that are copied whole.
        let (start, count) = self.words_touched(at, len);
        let mut offsets = put(&before.offsets, &start, &count, &numbers);
        let mut ids = put(&before.ids, &start, &count, &terms.table(Rc::new([])));
        // Objects begin at multiples of eight in every array.
        let aligned = is_word_aligned(to.offset);
        let moved = filling.lanes.as_ref().filter(|_| aligned);
        if let Some((from, of)) = moved {
            let whole = terms.and(len, &index(terms, !7));
            offsets = put(&offsets, at, &whole, &terms.shift(from, &back));
            ids = put(&ids, at, &whole, &terms.shift(of, &back));
        }
        let Pointers { among, words, odd, met } =
            pointers_after(mixed, group, moved.map(|_| &filling.ids));
        let lanes =
            Lanes { offsets, ids, words: Rc::new(words), among: among.into_iter().collect() };
        // Unless an end is known to lie between two words, it may cut a pointer.
        let ends = aligned && is_word_aligned(len);
        let cut = odd || filling.lanes.is_some() && moved.is_none() || !ends && met;
        let changed = Arrays::new(numbers, Some(lanes));
        Ok(Some((self.after(changed, arrays, (at, len), (shifted, filling)), cut)))
    }

    /// Arrays after a block was written, with it in their list if one is kept. Pointers are not: after a block of
    /// pointers a new list begins.
    fn after(
        &self,
        changed: Arrays,
        older: Rc<Arrays>,
        (at, len): (&Term, &Term),
        (shifted, filling): (Term, &Filling),
    ) -> Arrays {
        match self.memory.lists_writes() {
            true => self.memory.census().list.block_written(),
            false => return changed,
        }
        match filling.lanes {
            None => changed.after(Edit::block(older, at, len, shifted)),
            Some(_) => changed,
        }
    }

    /// The words that a block touches: where they start, and how many bytes they are.
    fn words_touched(&self, at: &Term, len: &Term) -> (Term, Term) {
        let terms = &self.memory.terms;
        let mask = index(terms, !7);
        let start = terms.and(at, &mask);
        let end = terms.and(&terms.add(&terms.add(at, len), &index(terms, 7)), &mask);
        let none = terms.eq(len, &index(terms, 0));
        let count = terms.ite(&none, &index(terms, 0), &terms.sub(&end, &start));
        (start, count)
    }
}

/// The pointers of an array after a block was written there.
struct Pointers {
    /// The possible ids of words that show from arrays.
    among: BTreeSet<ObjectId>,
    /// Which of these words may hold pointers.
    words: Bitmap,
    /// Whether some that were stored in pieces are numbers now.
    odd: bool,
    /// Whether there were pointers where the block may lie.
    met: bool,
}

/// The words that are copied whole, if any are, have one of the ids given.
fn pointers_after(
    mixed: &dyn Sourced,
    group: &Group,
    moved: Option<&BTreeSet<ObjectId>>,
) -> Pointers {
    let mut among = BTreeSet::from([ObjectId(0)]);
    among.extend(mixed.ids_below());
    let mut words = pointers_below(mixed);
    among.extend(moved.into_iter().flatten());
    let (mut odd, mut met) = (false, false);
    for word in group.reach.words() {
        let held = mixed.held(word);
        odd |= matches!(held, Held::Odd);
        let pointer = matches!(held, Held::One(_) | Held::Among(_));
        met |= pointer;
        add_ids(&held, &mut among);
        if pointer || moved.is_some() && 8 * word + 8 <= mixed.len() {
            words.insert(word..word + 1);
        }
    }
    Pointers { among, words, odd, met }
}

/// Puts a range over a shared array, as far as the objects of a group reach: nothing else of the array changes, which
/// the ends of the range alone may not show.
fn fenced(terms: &Terms, group: &Group, below: &Term, above: &Term) -> Term {
    let ArrayRef::Shared(_) = group.array else { return above.clone() };
    // In whole words, as pointers are.
    let met = group.reach.bytes();
    let (start, end) = (met.start as u64 / 8 * 8, (met.end as u64).next_multiple_of(8));
    terms.range(below, &index(terms, start), &index(terms, end - start), above)
}

/// The lanes that contents have before a block is written there, if lanes are needed.
fn lanes_before(
    memory: &Memory,
    mixed: &dyn Sourced,
    arrays: &Arrays,
    filling: &Filling,
) -> Option<Lanes> {
    match &arrays.lanes {
        Some(lanes) if mixed.has_pointers() || filling.lanes.is_some() => Some((**lanes).clone()),
        _ if filling.lanes.is_some() => Some(arrays.no_pointers(&memory.terms)),
        _ => None,
    }
}
