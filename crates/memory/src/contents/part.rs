//! Runs of bytes as they were written: contents are split into these, and values are assembled from them.

use std::ops::Range;
use std::rc::Rc;

use numeric::Bits;
use term::{Term, Terms};

use crate::contents::arrays::{Arrays, read};
use crate::contents::plain::PlainRef;
use crate::contents::{Byte, Piece, Word};
use crate::value::symbolic::index;
use crate::{ObjectId, RawBytes, Symbolic, Value, Values};

/// A run of bytes that belong together.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// An integer of `len` bytes, a plain pointer, or a fragment of one.
    Plain { value: Value, len: u32 },
    /// Bytes of a symbolic value.
    Slice(Slice),
    /// Bytes some of which were never written.
    Raw(RawBytes),
    /// Bytes of one aligned word of arrays.
    Below { arrays: Rc<Arrays>, at: usize, len: u32 },
}

/// Bytes `first .. first + len` of a symbolic value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    /// Invariant: a term whose width is a multiple of eight, or a symbolic pointer.
    pub of: Value,
    pub first: u32,
    pub len: u32,
}

impl Slice {
    /// A whole value; none if it is not symbolic.
    pub fn whole(of: Value) -> Option<Slice> {
        let Value::Symbolic(symbolic) = &of else { return None };
        match &**symbolic {
            Symbolic::Term(term) => {
                debug_assert!(term.width().0.is_multiple_of(8), "whole bytes");
                let len = term.width().0 / 8;
                Some(Slice { of, first: 0, len })
            }
            Symbolic::Raw(_) => unreachable!("contents have a term for each cell"),
            Symbolic::Pointer(_) => Some(Slice { of, first: 0, len: 8 }),
            Symbolic::Fragment { first, len, of } => {
                let (first, len) = (u32::from(*first), u32::from(*len));
                let of = Value::Symbolic(Rc::new(Symbolic::Pointer(of.clone())));
                Some(Slice { of, first, len })
            }
        }
    }

    /// Bytes `from .. from + len` of these.
    pub fn cut(&self, from: u32, len: u32) -> Slice {
        debug_assert!(from + len <= self.len);
        Slice { of: self.of.clone(), first: self.first + from, len }
    }

    /// The pointer these are bytes of.
    pub fn is_pointer(&self) -> bool {
        matches!(&self.of, Value::Symbolic(s) if matches!(**s, Symbolic::Pointer(_)))
    }
}

impl Part {
    pub fn len(&self) -> u32 {
        match self {
            Part::Plain { len, .. } | Part::Below { len, .. } => *len,
            Part::Slice(slice) => slice.len,
            Part::Raw(raw) => raw.len(),
        }
    }

    /// Whether these are bytes of a pointer, arrays aside.
    pub fn is_pointer(&self) -> bool {
        match self {
            Part::Plain { value, .. } => value.is_pointer(),
            Part::Slice(slice) => slice.is_pointer(),
            Part::Below { .. } | Part::Raw(_) => false,
        }
    }

    /// Calls `visit` with every object these may point to, arrays aside.
    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        match self {
            Part::Plain { value, .. } | Part::Slice(Slice { of: value, .. }) => {
                value.each_id(visit);
            }
            Part::Below { .. } | Part::Raw(_) => {}
        }
    }

    /// These bytes, as a term if they come from arrays or were never written.
    pub fn resolved(&self, terms: &Terms) -> Part {
        if let Part::Raw(raw) = self {
            return part_of(Value::term(raw.term(terms)), 0, raw.len(), raw.len());
        }
        let Part::Below { arrays, at, len } = self else { return self.clone() };
        let (len, first) = (*len, (*at % 8) as u32);
        match arrays.ids_of(*at / 8) {
            Some(among) => {
                let word = index(terms, (*at & !7) as u64);
                let whole = |array: &Term| read(terms, array, &word, 8);
                part_of(arrays.word(terms, &word, among.clone(), whole), first, len, 8)
            }
            None => {
                let term = read(terms, &arrays.numbers, &index(terms, *at as u64), len);
                part_of(Value::term(term), 0, len, len)
            }
        }
    }

    /// The whole pointer these are bytes of, and the first of them.
    fn of_pointer(&self) -> Option<(Value, u32)> {
        match self {
            Part::Plain { value: value @ Value::Ptr { .. }, .. } => Some((value.clone(), 0)),
            &Part::Plain { value: Value::Fragment { first, id, offset, .. }, .. } => {
                Some((Value::Ptr { id, offset }, u32::from(first)))
            }
            Part::Slice(slice) if slice.is_pointer() => Some((slice.of.clone(), slice.first)),
            _ => None,
        }
    }
}

impl Values<'_> {
    /// The value that consecutive parts make. Bytes of one pointer in order are that pointer or a fragment of it;
    /// anything else is a number, in which pointers count as theirs.
    pub(crate) fn join(&self, parts: &[Part]) -> Value {
        let resolved: Vec<Part>;
        let parts = if parts.iter().any(|part| matches!(part, Part::Below { .. } | Part::Raw(_))) {
            resolved = parts.iter().map(|part| part.resolved(self.terms)).collect();
            &resolved
        } else {
            parts
        };
        if let [Part::Plain { value, .. }] = parts {
            return value.clone();
        }
        if let Some(pointer) = joined_pointer(parts) {
            return pointer;
        }
        let mut whole: Option<Term> = None;
        for part in parts {
            let term = self.part_term(part);
            whole = Some(match whole {
                Some(low) => self.terms.concat(&term, &low),
                None => term,
            });
        }
        whole.map_or(Value::ZERO, Value::term)
    }

    /// The value of up to eight bytes.
    #[inline]
    pub(crate) fn value(&self, word: Word, len: u32) -> Value {
        match word {
            Word::Value(value) => value,
            Word::Bytes(bytes) => {
                let bytes = bytes.map(|byte| self.byte(byte));
                Value::Int(crate::contents::little_endian(&bytes, len))
            }
            Word::Parts(parts) => self.join(&parts),
            Word::Below { arrays, at } => arrays.remembered(at, len, || {
                let mut parts = Vec::new();
                below_parts(&arrays, at..at + len as usize, &mut parts);
                self.join(&parts)
            }),
        }
    }

    /// The number a plain byte shows.
    fn byte(&self, byte: Byte) -> u8 {
        match byte {
            Byte::Plain(byte) => byte,
            Byte::Piece(Piece { id, offset, index }) => {
                (self.objects.address(id, offset) >> (8 * index)) as u8
            }
        }
    }

    /// The low `len` bytes (1 to 8) of a value as they are stored.
    pub(crate) fn part(&self, value: &Value, len: u32) -> Part {
        let plain = |value: &Value| Part::Plain { value: value.clone(), len };
        match value {
            Value::Int(_) => plain(value),
            Value::Ptr { .. } if len == 8 => plain(value),
            Value::Fragment { len: l, .. } if u32::from(*l) == len => plain(value),
            Value::Symbolic(symbolic) => {
                let kept = match &**symbolic {
                    Symbolic::Term(term) => term.width().0 == 8 * len,
                    Symbolic::Raw(_) => false,
                    Symbolic::Pointer(_) => len == 8,
                    Symbolic::Fragment { len: l, .. } => u32::from(*l) == len,
                };
                let value = match kept {
                    true => value.clone(),
                    false => Value::term(self.term_of(value, Bits(8 * len))),
                };
                Slice::whole(value.clone()).map_or_else(|| plain(&value), Part::Slice)
            }
            _ => plain(&Value::Int(self.objects.plain_number(value).expect("it is not symbolic"))),
        }
    }

    /// The number that the bytes of a part make; it does not come from arrays.
    fn part_term(&self, part: &Part) -> Term {
        match part {
            Part::Plain { value, len } => self.term_of(value, Bits(8 * len)),
            Part::Slice(slice) => {
                let width = match slice.of.as_term() {
                    Some(term) => term.width(),
                    None => Bits(64),
                };
                let whole = self.term_of(&slice.of, width);
                self.terms.extract(&whole, 8 * slice.first, Bits(8 * slice.len))
            }
            Part::Below { .. } | Part::Raw(_) => unreachable!("they were resolved"),
        }
    }
}

/// Bytes `first .. first + len` of a value of `whole` bytes.
fn part_of(value: Value, first: u32, len: u32, whole: u32) -> Part {
    match value {
        Value::Int(number) => {
            let number = number >> (8 * first) & (u64::MAX >> (64 - 8 * len));
            Part::Plain { value: Value::Int(number), len }
        }
        Value::Ptr { id, offset } if len < whole => {
            let (first, short) = (first as u8, len as u8);
            Part::Plain { value: Value::Fragment { first, len: short, id, offset }, len }
        }
        plain @ Value::Ptr { .. } => Part::Plain { value: plain, len },
        symbolic => {
            let slice = Slice::whole(symbolic).expect("a word is a number or symbolic");
            Part::Slice(slice.cut(first, len))
        }
    }
}

/// The pointer, or the fragment of one, that the parts make in order.
fn joined_pointer(parts: &[Part]) -> Option<Value> {
    let (whole, first) = parts.first()?.of_pointer()?;
    let mut next = first;
    for part in parts {
        if part.of_pointer()? != (whole.clone(), next) {
            return None;
        }
        next += part.len();
    }
    if next - first == 8 {
        return Some(whole);
    }
    let (first, len) = (first as u8, (next - first) as u8);
    match whole {
        Value::Ptr { id, offset } => Some(Value::Fragment { first, len, id, offset }),
        Value::Symbolic(symbolic) => match &*symbolic {
            Symbolic::Pointer(of) => {
                let of = of.clone();
                Some(Value::Symbolic(Rc::new(Symbolic::Fragment { first, len, of })))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Bytes of arrays, word by word.
pub(crate) fn below_parts(arrays: &Rc<Arrays>, range: Range<usize>, parts: &mut Vec<Part>) {
    let mut at = range.start;
    while at < range.end {
        let end = range.end.min((at & !7) + 8);
        parts.push(Part::Below { arrays: arrays.clone(), at, len: (end - at) as u32 });
        at = end;
    }
}

/// Whole pointers where they are aligned, bytes elsewhere.
pub(crate) fn plain_parts(plain: PlainRef<'_>, range: Range<usize>, parts: &mut Vec<Part>) {
    let mut at = range.start;
    while at < range.end {
        let whole = at.is_multiple_of(8) && range.end - at >= 8;
        let len = if whole { 8 } else { 1 };
        match plain.read(at, len) {
            Word::Value(value) => parts.push(Part::Plain { value, len }),
            Word::Bytes(bytes) => parts.extend(bytes.map(|byte| {
                let value = match byte {
                    Byte::Plain(byte) => Value::Int(u64::from(byte)),
                    Byte::Piece(Piece { id, offset, index: first }) => {
                        Value::Fragment { first, len: 1, id, offset }
                    }
                };
                Part::Plain { value, len: 1 }
            })),
            _ => unreachable!("plain bytes have no parts"),
        }
        at += len as usize;
    }
}
