//! A check of arrays against the contents they show.
//!
//! Contents that were written at unknown offsets are held twice: as they are read at known offsets, and as the arrays
//! that show everything to reads at unknown ones. Here both are evaluated under a model of the path and compared,
//! every byte and every word of a whole array, both members of a segment and the gaps between them. The arrays are
//! evaluated update by update, without using any rewrite rule of terms.

use std::collections::BTreeSet;

use numeric::Bits;
use term::{Evaluator, Form, INDEX, Model, Term, Terms};

use crate::access::view::{add_ids, viewed};
use crate::contents::arrays::Arrays;
use crate::contents::source::Sourced;
use crate::placement::ArrayRef;
use crate::{Lane, Memory, Object, ObjectId, Symbolic, Value, Values};

/// The largest array that is checked, and the longest history of one.
const BYTES: usize = 512;
const UPDATES: usize = 128;

/// Panics unless the arrays of some objects show what these hold, for inputs that satisfy the path. Arrays that
/// were never written at an unknown offset, and large ones, are skipped.
pub fn check_arrays(memory: &Memory, ids: &[ObjectId], inputs: &Model) {
    let arrays: BTreeSet<ArrayRef> =
        ids.iter().flat_map(|&id| memory.storage.arrays_of(id)).collect();
    for array in arrays {
        let Some(mixed) = memory.storage.mixed(array) else { continue };
        if mixed.len() <= BYTES && mixed.below().is_some() {
            // What lies beyond an object that is alone in its array is not specified.
            let len = match array {
                ArrayRef::Own(id) => memory.object(id).map_or(0, Object::capacity),
                ArrayRef::Shared(_) => u64::MAX,
            };
            check_array(memory.values(), mixed, len.min(mixed.len() as u64) as usize, inputs);
        }
    }
}

/// Panics unless the arrays of contents show what these hold.
fn check_array(values: Values<'_>, mixed: &dyn Sourced, len: usize, inputs: &Model) {
    let arrays = viewed(values, mixed);
    let mut evaluator = Evaluator::new(inputs);
    let Some(shown) = Evaluated::of(values.terms, &arrays, len, inputs) else { return };
    for word in 0..len.div_ceil(8) {
        let len = (len - 8 * word).min(8);
        let held = values.value(mixed.read(8 * word, len as u32), len as u32);
        let number = evaluator.eval(&values.term_of(&held, Bits(8 * len as u32))).low_u64();
        assert_eq!(shown.number(word), number, "word {word} of an array: {held:?}");
        let id = shown.id(word);
        if id.0 == 0 {
            assert_eq!(shown.offset(word), number, "word {word} holds no pointer: {held:?}");
            continue;
        }
        let pointer = pointer_in(&held, &mut evaluator);
        assert_eq!(pointer, Some((id, shown.offset(word))), "word {word}: {held:?}");
        let mut ids = BTreeSet::new();
        add_ids(&mixed.held(word), &mut ids);
        assert!(ids.contains(&id), "{id:?} in word {word} is none of {ids:?}");
    }
}

/// The object and the offset of a pointer.
fn pointer_in(value: &Value, evaluator: &mut Evaluator<'_>) -> Option<(ObjectId, u64)> {
    match value {
        Value::Ptr { id, offset } => Some((*id, *offset)),
        Value::Symbolic(symbolic) => match &**symbolic {
            Symbolic::Pointer(pointer) => {
                let id = match &pointer.lane {
                    Lane::One(id) => *id,
                    Lane::Among { id, .. } => ObjectId(evaluator.eval(id).low_u64() as u32),
                };
                assert!(pointer.lane.ids().contains(&id), "{id:?} is not in {:?}", pointer.lane);
                Some((id, evaluator.eval(&pointer.offset).low_u64()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Arrays as bytes.
struct Evaluated {
    numbers: Vec<u8>,
    /// Offsets and ids.
    lanes: Option<(Vec<u8>, Vec<u8>)>,
}

impl Evaluated {
    fn of(terms: &Terms, arrays: &Arrays, len: usize, inputs: &Model) -> Option<Evaluated> {
        let bytes = |array: &Term| bytes_of(terms, array, len, inputs);
        let lanes = match &arrays.lanes {
            Some(lanes) => Some((bytes(&lanes.offsets)?, bytes(&lanes.ids)?)),
            None => None,
        };
        Some(Evaluated { numbers: bytes(&arrays.numbers)?, lanes })
    }

    fn number(&self, word: usize) -> u64 {
        word_of(&self.numbers, word)
    }

    fn offset(&self, word: usize) -> u64 {
        word_of(self.lanes.as_ref().map_or(&self.numbers, |(offsets, _)| offsets), word)
    }

    fn id(&self, word: usize) -> ObjectId {
        ObjectId(self.lanes.as_ref().map_or(0, |(_, ids)| word_of(ids, word) as u32))
    }
}

fn word_of(bytes: &[u8], word: usize) -> u64 {
    let bytes = bytes[8 * word..].iter().take(8).enumerate();
    bytes.fold(0, |number, (at, byte)| number | u64::from(*byte) << (8 * at))
}

/// The first bytes of an array; none if its history is too long.
fn bytes_of(terms: &Terms, array: &Term, len: usize, inputs: &Model) -> Option<Vec<u8>> {
    let mut evaluator = Evaluator::new(inputs);
    (0..len as u64).map(|at| byte_of(terms, (array, at), inputs, &mut evaluator)).collect()
}

/// The byte of an array at an index, found by evaluating each update.
fn byte_of(
    terms: &Terms,
    (array, mut at): (&Term, u64),
    inputs: &Model,
    evaluator: &mut Evaluator<'_>,
) -> Option<u8> {
    let mut array = array.clone();
    for _ in 0..UPDATES {
        let mut number = |term: &Term| evaluator.eval(term).low_u64();
        array = match array.form() {
            Form::Store(_, index, byte) if number(&index) == at => return Some(number(&byte) as u8),
            Form::Store(below, ..) => below,
            Form::Range(below, start, len, source) => {
                let inside = at.wrapping_sub(number(&start)) < number(&len);
                if inside { source } else { below }
            }
            Form::Shift(of, by) => {
                at = at.wrapping_add(number(&by));
                of
            }
            Form::Every(byte) => return Some(number(&byte) as u8),
            Form::Lambda(byte) => {
                let byte = terms.bind(&byte, &terms.number(INDEX, at));
                return Some(number(&byte) as u8);
            }
            Form::Table(table) => {
                let byte = usize::try_from(at).ok().and_then(|at| table.get(at));
                return Some(byte.copied().unwrap_or(0));
            }
            Form::Array(symbol) => return Some(inputs.byte(&symbol, at)),
            _ => unreachable!("{array:?} is not an array"),
        };
    }
    None
}
