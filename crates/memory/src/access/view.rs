//! Contents as arrays: creating them, and keeping them up to date.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use numeric::Bits;

use crate::contents::Contents;
use crate::contents::arrays::{Arrays, Lanes, Stored};
use crate::contents::bitmap::Bitmap;
use crate::contents::edits::{Edit, kept};
use crate::contents::plain::PlainRef;
use crate::contents::reach::Reach;
use crate::contents::source::{Held, Source, Sourced, Stale, add_stale};
use crate::value::symbolic::index;
use crate::{History, Memory, ObjectId, Value, Values};

/// All contents as arrays, which are kept for the next access.
pub(crate) fn view(memory: &Memory, mixed: &dyn Sourced) -> Rc<Arrays> {
    if mixed.is_first_shown() {
        memory.setup.census.array_shown(mixed.len() as u64);
    }
    let arrays = match memory.lists_writes() {
        true => viewed_by(memory.values(), mixed, listed),
        false => viewed(memory.values(), mixed),
    };
    mixed.set_view(arrays.clone());
    arrays
}

/// The same, without keeping them.
pub(crate) fn viewed(values: Values<'_>, mixed: &dyn Sourced) -> Rc<Arrays> {
    viewed_by(values, mixed, |values, arrays, mixed, word, bytes| {
        Rc::new(with_word_of(values, &arrays, mixed, word, bytes))
    })
}

/// The same with a way to bring a word of arrays up to date.
fn viewed_by(
    values: Values<'_>,
    mixed: &dyn Sourced,
    update: impl Fn(Values<'_>, Rc<Arrays>, &dyn Sourced, usize, u8) -> Rc<Arrays>,
) -> Rc<Arrays> {
    let (start, stale) = mixed.start_of_view(&|plain| tables(values, plain));
    stale
        .into_iter()
        .fold(start, |arrays, (word, bytes)| update(values, arrays, mixed, word, bytes))
}

/// Arrays, updated with what contents hold in some bytes of a word, as writes in a list: of the word if all of it
/// changed or it may hold a pointer, otherwise of each run of bytes, in aligned elements.
fn listed(
    values: Values<'_>,
    mut arrays: Rc<Arrays>,
    mixed: &dyn Sourced,
    word: usize,
    bytes: u8,
) -> Rc<Arrays> {
    let terms = values.terms;
    let len = (mixed.len() - 8 * word).min(8);
    let value = values.join(&mixed.parts(8 * word, len));
    let at = index(terms, 8 * word as u64);
    let number = values.term_of(&value, Bits(8 * len as u32));
    let pointer = matches!(mixed.held(word), Held::One(_) | Held::Among(_));
    if len == 8 && (bytes == u8::MAX || pointer || !arrays.is_number(terms, &at)) {
        let newer = with_word_of(values, &arrays, mixed, word, bytes);
        let held = if pointer { kept(&value, &number) } else { Value::term(number) };
        return Rc::new(newer.after(Edit::value(arrays, &at, 8, held, None)));
    }
    let mut from = 0;
    while from < len {
        let is_element = |size: &usize| {
            let mask = (u8::MAX >> (8 - size)) << from;
            from.is_multiple_of(*size) && from + size <= len && bytes & mask == mask
        };
        let Some(size) = [4, 2, 1].into_iter().find(is_element) else {
            from += 1;
            continue;
        };
        let at = index(terms, (8 * word + from) as u64);
        let element = terms.extract(&number, 8 * from as u32, Bits(8 * size as u32));
        let newer = arrays.with_number(terms, &at, &element, None);
        let edit = Edit::value(arrays, &at, size as u32, Value::term(element), None);
        arrays = Rc::new(newer.after(edit));
        from += size;
    }
    arrays
}

/// The most bytes that are looked at for one access.
const NEAR: usize = 1 << 14;

/// The most words that are stored on arrays for one access.
const STORED: usize = 32;

/// The contents of a segment as arrays, where an access can reach: nothing else is looked at for one of its members.
pub(crate) fn view_within(memory: &Memory, mixed: &dyn Sourced, reach: &Reach) -> Rc<Arrays> {
    let near = near(memory, mixed, reach);
    Rc::new(near.unwrap_or_else(|| view(memory, mixed).within(&memory.terms, reach)))
}

/// Arrays that show the contents where an access can reach, if that is a small part: made of nothing else, so that an
/// access costs what it can reach, however much else there is and however often that was written. Bytes out of
/// reach are not specified.
fn near(memory: &Memory, mixed: &dyn Sourced, reach: &Reach) -> Option<Arrays> {
    let values = memory.values();
    let range = reach.bytes();
    let range = range.start / 8 * 8..range.end.next_multiple_of(8).min(mixed.len());
    if range.len() > NEAR || 4 * range.len() > mixed.len() {
        return None;
    }
    let (mut at, mut below, mut above) = (range.start, None, Stale::new());
    while at < range.end {
        let (source, stop) = mixed.source(at, range.end);
        match source {
            Source::Below(arrays) => below = Some(arrays),
            Source::Plain(..) | Source::Cell(..) => add_stale(&mut above, at..stop),
        }
        at = stop;
    }
    memory.setup.census.array_shown(range.len() as u64);
    let Some(below) = below else { return Some(alone(values, mixed, range)) };
    above.retain(|word, _| (8 * word..8 * word + 8).any(|byte| reach.hits(byte)));
    (above.len() <= STORED).then(|| {
        let start = below.within(values.terms, reach);
        above
            .into_iter()
            .fold(start, |arrays, (word, bytes)| with_word_of(values, &arrays, mixed, word, bytes))
    })
}

/// Arrays that show a range, whose bytes come from no others.
fn alone(values: Values<'_>, mixed: &dyn Sourced, range: Range<usize>) -> Arrays {
    let mut contents = Contents::new(range.len() as u64, History::Layers);
    mixed.parts(range.start, range.len()).iter().fold(0, |at, part| {
        contents.write_part(at, part);
        at + u64::from(part.len())
    });
    contents.mix();
    let arrays = viewed(values, contents.sourced().expect("contents in a form that has a view"));
    arrays.moved(values.terms, range.start as u64)
}

/// Arrays, updated with what contents hold in some bytes of a word.
fn with_word_of(
    values: Values<'_>,
    arrays: &Arrays,
    mixed: &dyn Sourced,
    word: usize,
    bytes: u8,
) -> Arrays {
    let terms = values.terms;
    let at = index(terms, 8 * word as u64);
    let len = (mixed.len() - 8 * word).min(8);
    let value = values.join(&mixed.parts(8 * word, len));
    let number = values.term_of(&value, Bits(8 * len as u32));
    let pointer = match mixed.held(word) {
        Held::Number | Held::Odd => None,
        Held::One(_) | Held::Among(_) => values.lanes_of(&value),
    };
    if len == 8 && (pointer.is_some() || !arrays.is_number(terms, &at)) {
        return arrays.with_word(terms, &at, &Stored { number, pointer });
    }
    let changed = (0..len as u32).filter(|k| bytes >> k & 1 != 0);
    changed.fold(arrays.clone(), |arrays, k| {
        let at = index(terms, 8 * word as u64 + u64::from(k));
        arrays.with_number(terms, &at, &terms.extract(&number, 8 * k, Bits(8)), None)
    })
}

/// Plain bytes as tables.
fn tables(values: Values<'_>, plain: PlainRef<'_>) -> Arrays {
    let table = |bytes: Vec<u8>| values.terms.table(bytes.into());
    if plain.pointers().next().is_none() {
        return Arrays::bytes(values.terms.table(plain.raw().into()));
    }
    let mut numbers = plain.raw().to_vec();
    let mut offsets = numbers.clone();
    let mut ids = vec![0; numbers.len()];
    for word in 0..numbers.len().div_ceil(8) {
        let bytes = 8 * word..(8 * word + 8).min(numbers.len());
        match plain.word_id(word) {
            Some(ObjectId(0)) => {}
            Some(id) => {
                let offset = crate::contents::little_endian(&numbers[bytes.clone()], 8);
                let address = values.objects.address(id, offset);
                numbers[bytes.clone()].copy_from_slice(&address.to_le_bytes());
                ids[8 * word..8 * word + 4].copy_from_slice(&id.0.to_le_bytes());
            }
            None => {
                for at in bytes.clone() {
                    let byte = values.value(plain.read(at, 1), 1);
                    let byte = values.objects.plain_number(&byte);
                    numbers[at] = byte.expect("plain bytes are not symbolic") as u8;
                }
                offsets[bytes.clone()].copy_from_slice(&numbers[bytes]);
            }
        }
    }
    let words = Rc::new(Bitmap::none(0));
    let lanes = Lanes { offsets: table(offsets), ids: table(ids), among: Rc::new([]), words };
    Arrays::new(table(numbers), Some(lanes))
}

/// Adds the ids that a word can hold.
pub(crate) fn add_ids(held: &Held<'_>, ids: &mut BTreeSet<ObjectId>) {
    match *held {
        Held::Number | Held::Odd => {
            ids.insert(ObjectId(0));
        }
        Held::One(id) => {
            ids.insert(id);
        }
        Held::Among(among) => ids.extend(among),
    }
}
