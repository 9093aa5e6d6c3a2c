//! Queries for the shape of a term, which cost next to nothing if the shape is a different one.
//!
//! Each rule asks for one shape, dozens in a row. [`Term::form`] answers for all shapes at the cost of reference
//! counts of the operands; these queries look at the kind first and touch operands only if it is the right one.

use crate::Term;
use crate::form::Binary;
use crate::store::{Kind, Payload};
use numeric::{Bits, Wide, small};

impl Term {
    /// The operand of a complement.
    pub(crate) fn as_not(&self) -> Option<Term> {
        self.kids(Kind::Not).map(|[a]| a)
    }

    /// The parts of a concatenation, the higher first.
    pub(crate) fn as_concat(&self) -> Option<(Term, Term)> {
        self.kids(Kind::Concat).map(|[high, low]| (high, low))
    }

    /// The operand of an extract, and its lowest bit.
    pub(crate) fn as_extract(&self) -> Option<(Term, u32)> {
        let [a] = self.kids(Kind::Extract)?;
        Some((a, self.key().words[1]))
    }

    /// The operand of an extension with the sign.
    pub(crate) fn as_sext(&self) -> Option<Term> {
        self.kids(Kind::Sext).map(|[a]| a)
    }

    /// Condition and branches of a choice.
    pub(crate) fn as_ite(&self) -> Option<(Term, Term, Term)> {
        self.kids(Kind::Ite).map(|[c, a, b]| (c, a, b))
    }

    /// The operands of this operator.
    pub(crate) fn as_op(&self, op: Binary) -> Option<(Term, Term)> {
        self.kids(Kind::Binary(op)).map(|[a, b]| (a, b))
    }

    /// The operands of this operator if the second is constant.
    pub(crate) fn as_op_const(&self, op: Binary) -> Option<(Term, Term)> {
        let key = self.key();
        let constant = key.kind == Kind::Binary(op)
            && self.with_store(|store| store.node(key.words[1]).key.kind.is_const());
        if constant { self.as_op(op) } else { None }
    }

    /// The operator, if it is one of two operands.
    pub(crate) fn op(&self) -> Option<Binary> {
        match self.kind() {
            Kind::Binary(op) => Some(op),
            _ => None,
        }
    }

    /// Array and index of a read.
    pub(crate) fn as_select(&self) -> Option<(Term, Term)> {
        self.kids(Kind::Select).map(|[array, index]| (array, index))
    }

    /// Array, index and byte of an update.
    pub(crate) fn as_store(&self) -> Option<(Term, Term, Term)> {
        self.kids(Kind::Store).map(|[array, index, byte]| (array, index, byte))
    }

    /// The value of a constant of up to 64 bits.
    pub fn as_small(&self) -> Option<u64> {
        self.with_store(|store| {
            let node = store.node(self.id());
            (node.key.kind == Kind::Const).then(|| node.small_value())
        })
    }

    /// Some bits of a constant, without a copy of the others.
    pub(crate) fn as_const_part(&self, lo: u32, len: Bits) -> Option<Wide> {
        if let Some(value) = self.as_small() {
            return Some(Wide::from_u64(len, value >> lo));
        }
        self.with_store(|store| {
            let node = store.node(self.id());
            if node.key.kind != Kind::Wide {
                return None;
            }
            match store.payload(node) {
                Payload::Wide(value) => Some(value.extract(lo, len)),
                _ => None,
            }
        })
    }

    /// Whether this is the constant zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.is_value(|value| value == 0, Wide::is_zero)
    }

    /// Whether this is the constant one.
    pub(crate) fn is_one(&self) -> bool {
        self.is_value(|value| value == 1, |value| value.to_u64() == Some(1))
    }

    /// Whether this is the constant of all ones.
    pub(crate) fn is_ones(&self) -> bool {
        self.is_value(|value| value == small::mask(Bits(self.key().width)), Wide::is_ones)
    }

    fn is_value(&self, narrow: impl Fn(u64) -> bool, wide: impl Fn(&Wide) -> bool) -> bool {
        self.with_store(|store| {
            let node = store.node(self.id());
            match node.key.kind {
                Kind::Const => narrow(node.small_value()),
                Kind::Wide => match store.payload(node) {
                    Payload::Wide(value) => wide(value),
                    _ => false,
                },
                _ => false,
            }
        })
    }
}
