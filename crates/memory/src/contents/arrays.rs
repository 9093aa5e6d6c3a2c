//! Contents as arrays, for accesses at unknown offsets.
//!
//! One array shows all bytes as numbers. Where pointers were stored there are two more, the lanes of the pointers:
//! for each aligned word the offset (or the number, if the word holds no pointer) and, in the first four bytes, the
//! id. So a whole aligned word is read as a pointer and everything else as a number, neither with a choice over
//! objects.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use numeric::{Bits, Wide};
use term::{BYTE, Form, Term, Terms};

use crate::contents::bitmap::Bitmap;
use crate::contents::edits::Edit;
use crate::contents::reach::Reach;

use crate::{Lane, ObjectId, SymbolicPointer, Value};

/// Bytes of a word that hold the id.
const ID_BYTES: u32 = 4;

#[derive(Clone, Debug)]
pub(crate) struct Arrays {
    /// All bytes; those of pointers show the number.
    pub numbers: Term,
    /// Boxed: few arrays have them.
    pub lanes: Option<Box<Lanes>>,
    reads: Reads,
    /// The write that they came from, where a list of these is kept.
    edit: Option<Rc<Edit>>,
}

/// What was read at known offsets: programs read the same bytes of their input again and again.
#[derive(Default, Debug)]
struct Reads(OnceCell<Box<RefCell<Remembered>>>);

type Remembered = BTreeMap<(usize, u32), Value>;

/// How many reads are remembered.
const REMEMBERED: usize = 1024;

impl Clone for Reads {
    /// A clone is made to be changed.
    fn clone(&self) -> Reads {
        Reads::default()
    }
}

/// The pointers among the words.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// Invariant: the same as `numbers` in words whose id is 0.
    pub offsets: Term,
    /// Byte `8 * w + k`, `k < 4`, is byte `k` of the id of word `w`.
    pub ids: Term,
    /// Which of the words that contents show from these arrays may hold a pointer; none beyond the last one.
    /// Invariant: the id of every other word that shows from here, wholly or in part, is 0.
    pub words: Rc<Bitmap>,
    /// All possible ids of these words, in order. This says nothing about other words: readers of those use
    /// [`Arrays::ids_of`].
    pub among: Rc<[ObjectId]>,
}

/// A value to be written.
pub(crate) struct Stored {
    pub number: Term,
    /// The offset and the id of a pointer.
    pub pointer: Option<(Term, Term)>,
}

impl Arrays {
    /// Bytes without pointers.
    pub fn bytes(numbers: Term) -> Arrays {
        Arrays::new(numbers, None)
    }

    pub fn new(numbers: Term, lanes: Option<Lanes>) -> Arrays {
        Arrays { numbers, lanes: lanes.map(Box::new), reads: Reads::default(), edit: None }
    }

    /// The same, which came from older ones by a write.
    pub fn after(self, edit: Edit) -> Arrays {
        Arrays { edit: Some(Rc::new(edit)), ..self }
    }

    pub fn edit(&self) -> Option<&Edit> {
        self.edit.as_deref()
    }

    pub fn take_edit(&mut self) -> Option<Rc<Edit>> {
        self.edit.take()
    }

    /// The value of `len` bytes at an offset, computed once.
    pub fn remembered(&self, at: usize, len: u32, compute: impl FnOnce() -> Value) -> Value {
        let reads = self.reads.0.get_or_init(Box::default);
        if let Some(value) = reads.borrow().get(&(at, len)) {
            return value.clone();
        }
        let value = compute();
        let mut reads = reads.borrow_mut();
        if reads.len() < REMEMBERED {
            reads.insert((at, len), value.clone());
        }
        value
    }

    /// The lanes, if some word may hold a pointer.
    pub fn pointers(&self) -> Option<&Lanes> {
        self.lanes.as_deref().filter(|lanes| *lanes.among != [ObjectId(0)])
    }

    /// The possible ids of a word that shows from these arrays, if it may hold a pointer.
    pub fn ids_of(&self, word: usize) -> Option<&Rc<[ObjectId]>> {
        let lanes = self.pointers()?;
        (word < lanes.words.len() && lanes.words.has(word)).then_some(&lanes.among)
    }

    /// The value of an aligned word whose id is one of `among`; `read` gives the number an array shows there.
    pub fn word(
        &self,
        terms: &Terms,
        at: &Term,
        among: Rc<[ObjectId]>,
        read: impl Fn(&Term) -> Term,
    ) -> Value {
        let Some(lanes) = self.lanes.as_ref().filter(|_| among.iter().any(|id| id.0 != 0)) else {
            return Value::term(read(&self.numbers));
        };
        let id = lanes.id(terms, at, &among);
        let lane = match id.as_const() {
            Some(one) => Lane::One(ObjectId(one.low_u64() as u32)),
            None => Lane::Among { id, ids: among },
        };
        SymbolicPointer { lane, offset: read(&lanes.offsets) }.into_value()
    }

    /// The same, limited to what an access can reach: for a member of a segment, the other members are left out.
    pub fn within(&self, terms: &Terms, reach: &Reach) -> Arrays {
        let lanes = self.lanes.as_ref().map(|lanes| Lanes {
            offsets: within(terms, &lanes.offsets, reach),
            ids: within(terms, &lanes.ids, reach),
            among: Rc::clone(&lanes.among),
            words: Rc::clone(&lanes.words),
        });
        Arrays::new(within(terms, &self.numbers, reach), lanes)
    }

    /// The same bytes at a higher offset, each as far from where it was as the others.
    pub fn moved(&self, terms: &Terms, by: u64) -> Arrays {
        let back = terms.neg(&terms.number(term::INDEX, by));
        let lanes = self.lanes.as_ref().map(|lanes| Lanes {
            offsets: terms.shift(&lanes.offsets, &back),
            ids: terms.shift(&lanes.ids, &back),
            // Those of the contents apply, which these arrays show a part of.
            among: Rc::clone(&lanes.among),
            words: Rc::clone(&lanes.words),
        });
        Arrays::new(terms.shift(&self.numbers, &back), lanes)
    }

    /// Whether a word at a constant index is known to hold no pointer.
    pub fn is_number(&self, terms: &Terms, at: &Term) -> bool {
        let Some(lanes) = &self.lanes else { return true };
        read(terms, &lanes.ids, at, ID_BYTES).as_const().is_some_and(|id| id.is_zero())
    }

    /// Whether an aligned word, whose id is one of `among`, holds no pointer, as a truth value.
    pub fn is_number_at(&self, terms: &Terms, at: &Term, among: &BTreeSet<ObjectId>) -> Term {
        match self.lanes.as_ref().filter(|_| among.iter().any(|id| id.0 != 0)) {
            None => terms.truth(true),
            Some(lanes) => {
                let among: Vec<ObjectId> = among.iter().copied().collect();
                terms.eq(&lanes.id(terms, at, &among), &terms.number(Lane::WIDTH, 0))
            }
        }
    }

    /// The same except for some bytes at an offset, which hold no pointer before. Where a condition is given that does
    /// not hold, they are what they were.
    pub fn with_number(
        &self,
        terms: &Terms,
        at: &Term,
        number: &Term,
        condition: Option<&Term>,
    ) -> Arrays {
        let with = |array: &Term| match condition {
            None => write(terms, array, at, number),
            Some(condition) => {
                let old = read(terms, array, at, number.width().0 / 8);
                write(terms, array, at, &terms.ite(condition, number, &old))
            }
        };
        let lanes = self.lanes.as_ref();
        let lanes = lanes.map(|lanes| Lanes { offsets: with(&lanes.offsets), ..(**lanes).clone() });
        Arrays::new(with(&self.numbers), lanes)
    }

    /// The same except for some bytes, if a condition holds: the words that these touch are numbers then.
    pub fn with_bytes(&self, terms: &Terms, at: &Term, number: &Term, condition: &Term) -> Arrays {
        let len = number.width().0 / 8;
        let old = read(terms, &self.numbers, at, len);
        let numbers = write(terms, &self.numbers, at, &terms.ite(condition, number, &old));
        let Some(lanes) = &self.lanes else { return Arrays::new(numbers, None) };
        let (mut offsets, mut ids) = (lanes.offsets.clone(), lanes.ids.clone());
        let none = terms.number(Lane::WIDTH, 0);
        // One byte of each word, wherever the first word begins.
        for k in (0..len).step_by(8).chain([len - 1]) {
            let word = terms.and(&shifted(terms, at, k), &terms.number(term::INDEX, !7));
            let put = |array: &Term, new: &Term| {
                let old = read(terms, array, &word, new.width().0 / 8);
                write(terms, array, &word, &terms.ite(condition, new, &old))
            };
            offsets = put(&offsets, &read(terms, &numbers, &word, 8));
            ids = put(&ids, &none);
        }
        Arrays::new(numbers, Some(Lanes { offsets, ids, ..(**lanes).clone() }))
    }

    /// The same except for an aligned word, whatever it held.
    pub fn with_word(&self, terms: &Terms, at: &Term, value: &Stored) -> Arrays {
        let numbers = write(terms, &self.numbers, at, &value.number);
        let lanes = match (&self.lanes, &value.pointer) {
            (None, None) => None,
            (lanes, pointer) => {
                let lanes = lanes.as_deref().cloned().unwrap_or_else(|| self.no_pointers(terms));
                let none = terms.number(Lane::WIDTH, 0);
                let (offset, id) = match pointer {
                    Some((offset, id)) => (offset, id),
                    None => (&value.number, &none),
                };
                let offsets = write(terms, &lanes.offsets, at, offset);
                Some(Lanes { offsets, ids: write(terms, &lanes.ids, at, id), ..lanes })
            }
        };
        Arrays::new(numbers, lanes)
    }

    /// Lanes that make every word a number.
    pub fn no_pointers(&self, terms: &Terms) -> Lanes {
        let ids = terms.table(Rc::new([]));
        let words = Rc::new(Bitmap::none(0));
        Lanes { offsets: self.numbers.clone(), ids, among: Rc::new([ObjectId(0)]), words }
    }

    /// The same with other possible ids, and another set of words that may have them.
    pub fn among(mut self, among: BTreeSet<ObjectId>, words: Bitmap) -> Arrays {
        if let Some(lanes) = &mut self.lanes {
            lanes.among = among.into_iter().collect();
            lanes.words = Rc::new(words);
        }
        self
    }
}

impl Lanes {
    /// The id of a word; bytes that are the same in all possible ids are not read.
    fn id(&self, terms: &Terms, at: &Term, among: &[ObjectId]) -> Term {
        let byte = |k: u32| {
            let of = |id: &ObjectId| id.0 >> (8 * k) & 0xff;
            let first = of(&among[0]);
            if among.iter().all(|id| of(id) == first) {
                return terms.number(BYTE, u64::from(first));
            }
            terms.select(&self.ids, &shifted(terms, at, k))
        };
        (1..ID_BYTES).fold(byte(0), |low, k| terms.concat(&byte(k), &low))
    }
}

/// The sum of an index and a small number.
fn shifted(terms: &Terms, at: &Term, by: u32) -> Term {
    terms.add(at, &terms.number(term::INDEX, u64::from(by)))
}

/// The number in `len` bytes of an array.
pub(crate) fn read(terms: &Terms, array: &Term, at: &Term, len: u32) -> Term {
    let byte = |k| terms.select(array, &shifted(terms, at, k));
    (1..len).fold(byte(0), |low, k| terms.concat(&byte(k), &low))
}

/// An array that shows the same bytes wherever an access can reach.
pub(crate) fn within(terms: &Terms, array: &Term, reach: &Reach) -> Term {
    let (mut kept, mut below) = (Vec::new(), array.clone());
    let mut left_out = false;
    loop {
        terms.spend(1);
        below = match below.form() {
            Form::Store(under, index, byte) => {
                let missed =
                    |at: Wide| usize::try_from(at.low_u64()).is_ok_and(|at| !reach.hits(at));
                match index.as_const().is_some_and(missed) {
                    true => left_out = true,
                    false => kept.push((index, byte)),
                }
                under
            }
            Form::Range(under, start, len, _) if is_beyond(&start, &len, reach) => {
                left_out = true;
                under
            }
            _ => break,
        };
    }
    if let Form::Table(bytes) = below.form()
        && let Some(fewer) = table_within(&bytes, reach)
    {
        (below, left_out) = (terms.table(fewer.into()), true);
    }
    if !left_out {
        return array.clone();
    }
    kept.into_iter().rev().fold(below, |array, (at, byte)| terms.store(&array, &at, &byte))
}

/// Whether a range is known to lie outside everything that an access can reach.
fn is_beyond(start: &Term, len: &Term, reach: &Reach) -> bool {
    let (Some(start), Some(len)) = (start.as_const(), len.as_const()) else { return false };
    let (start, end) = (start.low_u64(), start.low_u64().saturating_add(len.low_u64()));
    let met = reach.bytes();
    end <= met.start as u64 || met.end as u64 <= start
}

/// A table without the parts before and after everything that an access can reach, if these are large.
fn table_within(bytes: &[u8], reach: &Reach) -> Option<Vec<u8>> {
    let range = reach.bytes();
    let end = range.end.min(bytes.len());
    let used = end.saturating_sub(range.start);
    (2 * used < bytes.len()).then(|| {
        let mut fewer = vec![0; range.start.min(end)];
        fewer.extend_from_slice(&bytes[range.start.min(end)..end]);
        fewer
    })
}

/// An array with a number of whole bytes written to it.
fn write(terms: &Terms, array: &Term, at: &Term, number: &Term) -> Term {
    (0..number.width().0 / 8).fold(array.clone(), |array, k| {
        let (at, byte) = (shifted(terms, at, k), terms.extract(number, 8 * k, Bits(8)));
        terms.store(&array, &at, &byte)
    })
}
