//! Hashes of contents that do not depend on how they were produced.
//!
//! The hash of an object is a sum over its bytes modulo 2^128. A word counts as its number times an odd coefficient
//! that depends on its position; this is linear in the bytes, so a write of four bytes changes the sum as four writes
//! of one do, and a write changes it by the sum of the new bytes minus that of the old ones. A byte that is not a
//! number counts by the structure of its term and the names in it, a byte of a pointer by that of the address. A byte
//! of an array counts by the array, all its updates in order, and its index: two arrays that show the same after
//! different updates at unknown offsets have different hashes, and are not found equal.
//!
//! Hashes are computed on demand, and remembered: by layer, and for contents in one piece by chunk, where a write
//! marks the chunks it touches. So a hash costs as much as was written since the last one, and code that never asks
//! for one pays nothing.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use numeric::Bits;
use random::mix;
use term::{Form, Term};

use crate::contents::Contents;
use crate::contents::part::{Part, plain_parts};
use crate::contents::source::{Source, Sourced};
use crate::placement::Place;
use crate::{Life, Memory, Object, ObjectId, Values};

impl Memory {
    /// A hash of what an object holds: the same for the same bytes.
    pub fn contents_hash(&self, id: ObjectId) -> u128 {
        let hasher = Hasher::new(self.values());
        self.object(id).map_or(0, |object| self.object_hash(object, &hasher))
    }

    /// A hash of all live objects: their addresses, sizes and contents. It is a sum over them.
    pub fn hash_all(&self) -> u128 {
        let live = self.objects().iter().filter(|(_, object)| object.life == Life::Live);
        let hasher = Hasher::new(self.values());
        live.fold(0, |sum: u128, (_, object)| {
            let held = self.object_hash(object, &hasher);
            let size = object.extent.as_ref().map_or(object.size, |e| hasher.names.of(&e.size));
            let place = pair(mix(object.address), mix(size ^ object.address));
            sum.wrapping_add(mix_wide(held.wrapping_add(place)))
        })
    }

    /// Whether two objects, possibly of two states, certainly hold the same. Bytes are compared only if the hashes
    /// agree; for vast objects the answer is no.
    pub fn holds_same(&self, a: ObjectId, other: &Memory, b: ObjectId) -> bool {
        let (Some(x), Some(y)) = (self.object(a), other.object(b)) else { return false };
        if x.is_vast()
            || x.capacity() != y.capacity()
            || self.contents_hash(a) != other.contents_hash(b)
        {
            return false;
        }
        (0..x.capacity()).step_by(8).all(|at| {
            let len = (x.capacity() - at).min(8) as u32;
            let word = |m: &Memory, o: &Object| {
                let (contents, start) = m.shown(o, at, u64::from(len))?;
                Some(m.term_of(&m.values().value(contents.read(start, len), len), Bits(8 * len)))
            };
            word(self, x) == word(other, y)
        })
    }

    fn object_hash(&self, object: &Object, hasher: &Hasher<'_>) -> u128 {
        // Bytes never written count as what they are read as.
        let size = object.capacity();
        if let Place::Shared(member) = &object.place
            && let Some(array) = self.storage.segments.array(member.array)
        {
            return self.member_hash(object, &array.contents, member.base, hasher);
        }
        let Some((contents, start)) = self.shown(object, 0, size) else { return 0 };
        match object.place {
            Place::Split(_) => hasher.parts_hash(&contents.parts(start, size), 0),
            _ => hasher.hash(&contents, size),
        }
    }

    /// The same of a member of a shared array: neither is that copied, nor is each byte looked for among its updates.
    fn member_hash(
        &self,
        object: &Object,
        contents: &Contents,
        base: u64,
        hasher: &Hasher<'_>,
    ) -> u128 {
        let size = object.capacity();
        let held = |run: Range<u64>| {
            hasher.held_hash(
                &contents.parts(base + run.start, run.end - run.start),
                run.start as usize,
            )
        };
        let (mut at, mut sum) = (0, 0u128);
        for (offset, slice) in self.unwritten_slices(object, 0..size) {
            let end = offset + u64::from(slice.len);
            sum = sum.wrapping_add(held(at..offset));
            sum = sum.wrapping_add(hasher.parts_hash(&[Part::Slice(slice)], offset as usize));
            at = end;
        }
        sum.wrapping_add(held(at..size))
    }
}

/// Hashes contents.
struct Hasher<'a> {
    values: Values<'a>,
    names: Names,
}

impl<'a> Hasher<'a> {
    fn new(values: Values<'a>) -> Hasher<'a> {
        Hasher { values, names: Names::default() }
    }

    fn hash(&self, contents: &Contents, size: u64) -> u128 {
        let run = |source: Source<'_>, range: Range<usize>| self.run_hash(source, range);
        match contents {
            Contents::Large(large) => large.hash(&run),
            Contents::Layered(layer) => layer.hash(&run),
            Contents::Mixed(mixed) => hash_of(&**mixed, 0..size as usize, &run),
            Contents::Small(_) | Contents::Whole(_) => self.parts_hash(&contents.parts(0, size), 0),
        }
    }

    /// The contribution of a run of bytes from one source.
    fn run_hash(&self, source: Source<'_>, range: Range<usize>) -> u128 {
        match source {
            Source::Plain(plain, start) => {
                match plain.plain(range.start - start..range.end - start) {
                    Some(bytes) => bytes_hash(bytes, range.start),
                    None => {
                        let mut parts = Vec::new();
                        plain_parts(plain, range.start - start..range.end - start, &mut parts);
                        self.parts_hash(&parts, range.start)
                    }
                }
            }
            Source::Cell(start, cell) => {
                let slice = cell.cut((range.start - start) as u32, range.len() as u32);
                self.parts_hash(&[Part::Slice(slice)], range.start)
            }
            Source::Below(arrays) => {
                let array = self.names.of(&arrays.numbers);
                range
                    .map(|at| symbol(select_hash(array, at as u64), at))
                    .fold(0, u128::wrapping_add)
            }
        }
    }

    /// The contribution of bytes where those of arrays count by the array and its index.
    fn held_hash(&self, parts: &[Part], start: usize) -> u128 {
        let (mut at, mut sum) = (start, 0u128);
        for part in parts {
            sum = sum.wrapping_add(match part {
                Part::Below { arrays, at: index, len } => {
                    let array = self.names.of(&arrays.numbers);
                    let byte = |k| symbol(select_hash(array, (index + k) as u64), at + k);
                    (0..*len as usize).map(byte).fold(0, u128::wrapping_add)
                }
                _ => self.parts_hash(std::slice::from_ref(part), at),
            });
            at += part.len() as usize;
        }
        sum
    }

    fn parts_hash(&self, parts: &[Part], at: usize) -> u128 {
        let (mut at, mut sum) = (at, 0u128);
        for part in parts {
            let whole = self
                .values
                .term_of(&self.values.join(std::slice::from_ref(part)), Bits(8 * part.len()));
            for k in 0..part.len() {
                let byte = self.values.terms.extract(&whole, 8 * k, Bits(8));
                sum = sum.wrapping_add(match byte.as_const() {
                    Some(number) => bytes_hash(&[number.low_u64() as u8], at),
                    None => symbol(self.names.of_byte(&byte), at),
                });
                at += 1;
            }
        }
        sum
    }
}

/// The contribution of a range; `run` gives that of a run of bytes from one source.
pub(crate) fn hash_of(
    contents: &dyn Sourced,
    range: Range<usize>,
    run: &dyn Fn(Source<'_>, Range<usize>) -> u128,
) -> u128 {
    let (mut at, mut sum) = (range.start, 0u128);
    while at < range.end {
        let (source, stop) = contents.source(at, range.end);
        sum = sum.wrapping_add(run(source, at..stop));
        at = stop;
    }
    sum
}

/// The contribution of plain bytes, the first of which lies at an offset.
fn bytes_hash(bytes: &[u8], at: usize) -> u128 {
    let lead = bytes.len().min(at.next_multiple_of(8) - at);
    let (first, rest) = bytes.split_at(lead);
    let one = |sum: u128, (k, byte): (usize, &u8)| {
        let weight = coefficient((at + k) / 8) << (8 * ((at + k) % 8));
        sum.wrapping_add(weight.wrapping_mul(u128::from(*byte)))
    };
    let sum = first.iter().enumerate().fold(0, one);
    let start = (at + lead) / 8;
    rest.chunks(8).enumerate().fold(sum, |sum, (word, bytes)| {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        let number = u128::from(u64::from_le_bytes(whole));
        sum.wrapping_add(coefficient(start + word).wrapping_mul(number))
    })
}

/// The odd coefficient of a word.
fn coefficient(word: usize) -> u128 {
    pair(mix(2 * word as u64), mix(2 * word as u64 + 1)) | 1
}

/// The contribution of a byte that is not a number at an offset.
fn symbol(hash: u64, at: usize) -> u128 {
    let place = mix(at as u64 ^ 0x5851_f42d_4c95_7f2d);
    pair(mix(hash ^ place), mix(hash.wrapping_add(place)))
}

fn select_hash(array: u64, at: u64) -> u64 {
    mix(array ^ mix(at))
}

/// Hashes of terms by their structure and the names in them. Terms that were hashed are remembered, and kept alive so
/// that no other term gets their number.
#[derive(Default)]
struct Names(RefCell<HashMap<Term, u64>>);

impl Names {
    fn of_byte(&self, byte: &Term) -> u64 {
        match byte.form() {
            Form::Select(array, index) => match index.as_const() {
                Some(at) => select_hash(self.of(&array), at.low_u64()),
                None => self.of(byte),
            },
            _ => self.of(byte),
        }
    }

    fn of(&self, term: &Term) -> u64 {
        let mut known = self.0.borrow_mut();
        let mut open = vec![term.clone()];
        while let Some(next) = open.last() {
            let operands = next.operands();
            let missing = operands.iter().filter(|operand| !known.contains_key(operand));
            let missing: Vec<Term> = missing.cloned().collect();
            if known.contains_key(next) || missing.is_empty() {
                let start = match next.form() {
                    Form::Var(symbol) | Form::Array(symbol) => text_hash(&symbol.name),
                    _ => next.shape_hash(),
                };
                let hash = operands.iter().fold(mix(start), |hash, of| mix(hash ^ known[of]));
                known.insert(next.clone(), hash);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        known[term]
    }
}

fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}

fn pair(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

fn mix_wide(hash: u128) -> u128 {
    let (high, low) = ((hash >> 64) as u64, hash as u64);
    pair(mix(high ^ mix(low)), mix(low.wrapping_add(mix(high))))
}

#[cfg(test)]
mod tests {
    use numeric::Bits;

    use crate::value::symbolic::index;
    use crate::{History, Kind, Memory, ObjectId, Site, Value};

    fn two(history: History, size: u64) -> (Memory, ObjectId, ObjectId) {
        let mut m = Memory::new();
        m.set_history(history);
        let mut make = || m.allocate(Kind::Heap, size, 16, Site::default()).unwrap();
        let (a, b) = (make(), make());
        (m, a, b)
    }

    fn at(id: ObjectId, offset: u64) -> Value {
        Value::Ptr { id, offset }
    }

    #[test]
    fn equal_contents_have_equal_hashes_after_any_history() {
        for (history, size) in [History::Layers, History::Updates].into_iter().zip([200, 300]) {
            let (mut m, a, b) = two(history, size);
            let start = m.contents_hash(a);
            let older = m.clone();
            let term = m.terms().var("x", Bits(32));
            m.store(&at(a, 62), 4, &Value::Int(0x0403_0201)).unwrap();
            m.store(&at(a, 100), 4, &Value::term(term.clone())).unwrap();
            m.store(&at(a, 8), 8, &at(b, 5)).unwrap();
            assert_ne!(m.contents_hash(a), start);
            // The same byte by byte, in another order, with a detour.
            m.store(&at(b, 8), 8, &Value::Int(m.address(b, 5))).unwrap();
            m.fill(&at(b, 60), 9, 8).unwrap();
            let middle = m.clone();
            for k in (0..4).rev() {
                m.store(&at(b, 62 + k), 1, &Value::Int(1 + k)).unwrap();
                let byte = m.terms().extract(&term, 8 * k as u32, Bits(8));
                m.store(&at(b, 100 + k), 1, &Value::term(byte)).unwrap();
            }
            assert_ne!(m.contents_hash(a), m.contents_hash(b));
            m.fill(&at(b, 60), 0, 2).unwrap();
            m.fill(&at(b, 66), 0, 2).unwrap();
            assert_eq!(m.contents_hash(a), m.contents_hash(b));
            assert!(m.holds_same(a, &m, b) && !m.holds_same(a, &middle, b));
            assert!(older.holds_same(a, &older, b) && older.contents_hash(a) == start);
        }
    }

    #[test]
    fn inputs_count_by_name_and_index_wherever_they_came_from() {
        let (mut m, a, b) = two(History::Layers, 128);
        let input = |m: &Memory, name: &str| m.terms().array(name, Some(128));
        let (x, y) = (input(&m, "x"), input(&m, "y"));
        m.make_symbolic(a, 0, 128, &x);
        m.make_symbolic(b, 0, 128, &y);
        assert_ne!(m.contents_hash(a), m.contents_hash(b));
        for k in 0..128 {
            let byte = Value::term(m.terms().select(&x, &index(m.terms(), k)));
            m.store(&at(b, k), 1, &byte).unwrap();
        }
        assert_eq!(m.contents_hash(a), m.contents_hash(b));
        assert!(m.holds_same(a, &m, b));
    }

    #[test]
    fn updates_at_unknown_offsets_count_in_order() {
        let (mut m, a, b) = two(History::Layers, 256);
        let terms = m.terms().clone();
        let byte = |name| terms.zext(&terms.var(name, Bits(8)), Bits(64));
        let (i, j) = (byte("i"), byte("j"));
        for (id, order) in [(a, [&i, &j]), (b, [&j, &i])] {
            for (k, at) in order.into_iter().enumerate() {
                m.store_at(id, at, 1, &Value::Int(k as u64 + 1)).unwrap();
            }
        }
        assert_ne!(m.contents_hash(a), m.contents_hash(b));
        assert!(!m.holds_same(a, &m, b));
        m.copy(&at(b, 0), &at(a, 0), 256).unwrap();
        assert!(m.holds_same(a, &m, b));
    }

    #[test]
    fn states_have_hashes_too() {
        let (mut m, a, b) = two(History::Layers, 4096);
        let start = m.hash_all();
        let mut other = m.clone();
        m.store(&at(a, 1000), 8, &at(b, 1)).unwrap();
        assert_ne!(m.hash_all(), start);
        other.store(&at(a, 1000), 4, &Value::Int(7)).unwrap();
        other.store(&at(a, 1000), 8, &at(b, 1)).unwrap();
        assert_eq!(m.hash_all(), other.hash_all());
        m.store(&at(a, 1000), 8, &Value::Int(0)).unwrap();
        assert_eq!(m.hash_all(), start);
        m.kill(b, Site::default());
        assert_ne!(m.hash_all(), start);
    }
}
