//! Conditions about the bytes of a string that is symbolic.

use numeric::Bits;
use term::{Term, Terms};

use crate::bytes::Bytes;

/// A string in the program's memory: it ends at its first zero, or with its last byte.
pub(crate) struct Text<'a> {
    pub bytes: &'a Bytes,
    pub terms: &'a Terms,
}

impl Text<'_> {
    /// The most bytes that it can have.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the byte at a position is this number; behind the end there is a zero.
    pub fn has(&self, at: usize, number: u8) -> Term {
        match self.bytes.term(at) {
            Some(term) => is(self.terms, term, number),
            None => self.truth(self.bytes.numbers().get(at).copied().unwrap_or(0) == number),
        }
    }

    /// The byte at a position, as a term.
    pub fn byte(&self, at: usize) -> Term {
        match self.bytes.term(at) {
            Some(term) => term.clone(),
            None => byte(self.terms, self.bytes.numbers().get(at).copied().unwrap_or(0)),
        }
    }

    /// Whether it ends at a position, if not before.
    pub fn ends(&self, at: usize) -> Term {
        self.has(at, 0)
    }

    /// Whether the bytes from a position on are the first ones of another string.
    pub fn shows(&self, at: usize, other: &Bytes, len: usize) -> Term {
        let mut all = self.truth(true);
        for i in 0..len {
            let same = match other.term(i) {
                Some(term) => self.terms.eq(&self.byte(at + i), term),
                None => self.has(at + i, other.numbers()[i]),
            };
            all = self.terms.and(&all, &same);
            if is_false(&all) {
                break;
            }
        }
        all
    }

    fn truth(&self, holds: bool) -> Term {
        self.terms.truth(holds)
    }
}

/// Whether a byte is this number.
pub(crate) fn is(terms: &Terms, of: &Term, number: u8) -> Term {
    terms.eq(of, &byte(terms, number))
}

pub(crate) fn byte(terms: &Terms, number: u8) -> Term {
    terms.number(Bits(8), u64::from(number))
}

pub(crate) fn is_false(condition: &Term) -> bool {
    condition.as_const().is_some_and(|known| known.is_zero())
}

/// Whether one of the conditions holds. The term is as shallow as it can be.
pub(crate) fn any(terms: &Terms, conditions: &[Term]) -> Term {
    match conditions {
        [] => terms.truth(false),
        [one] => one.clone(),
        many => {
            let (left, right) = many.split_at(many.len() / 2);
            terms.or(&any(terms, left), &any(terms, right))
        }
    }
}
