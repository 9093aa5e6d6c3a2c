//! Values as terms.

use numeric::Bits;
use term::{INDEX, Term, Terms};

use crate::object::objects::Objects;
use crate::{Addressing, Lane, ObjectId, Symbolic, SymbolicPointer, Value};

/// What the meaning of values depends on: the addresses of objects, but not their contents.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    pub(crate) objects: &'a Objects,
    pub(crate) terms: &'a Terms,
    pub(crate) addressing: Addressing,
}

impl Values<'_> {
    /// The bits of a value as a term of this width: truncated or zero-extended if the value's own differs. Pointers
    /// are their numbers.
    pub fn term_of(&self, value: &Value, width: Bits) -> Term {
        let terms = self.terms;
        let term = match value {
            Value::Wide(wide) => terms.constant((**wide).clone()),
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Term(term) => term.clone(),
                Symbolic::Raw(raw) => raw.term(terms),
                Symbolic::Pointer(pointer) => self.number_of(pointer),
                Symbolic::Fragment { first, len, of } => {
                    let number = self.number_of(of);
                    terms.extract(&number, 8 * u32::from(*first), Bits(8 * u32::from(*len)))
                }
            },
            plain => {
                let number = self.objects.plain_number(plain).expect("it is not symbolic");
                return terms.number(width, number);
            }
        };
        resized(terms, &term, width)
    }

    /// The number of a symbolic pointer: the address of its object plus the offset.
    fn number_of(&self, pointer: &SymbolicPointer) -> Term {
        let terms = self.terms;
        let address = |id: ObjectId| terms.number(Bits(64), self.objects.address(id, 0));
        let base = match &pointer.lane {
            Lane::One(id) => address(*id),
            Lane::Among { id, ids } => {
                let (last, others) = ids.split_last().expect("at least two");
                others.iter().rev().fold(address(*last), |rest, other| {
                    let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(other.0)));
                    terms.ite(&here, &address(*other), &rest)
                })
            }
        };
        terms.add(&base, &pointer.offset)
    }

    /// A value of 64 bits as a pair; an integer is its own offset. None for fragments of pointers.
    pub fn pair(&self, value: &Value) -> Option<SymbolicPointer> {
        let plain = |id, offset| {
            let offset = self.terms.number(INDEX, offset);
            Some(SymbolicPointer { lane: Lane::One(id), offset })
        };
        match value {
            Value::Int(n) => plain(ObjectId(0), *n),
            Value::Ptr { id, offset } => plain(*id, *offset),
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Pointer(pointer) => Some(pointer.clone()),
                Symbolic::Term(_) | Symbolic::Raw(_) => Some(SymbolicPointer {
                    lane: Lane::One(ObjectId(0)),
                    offset: self.term_of(value, INDEX),
                }),
                Symbolic::Fragment { .. } => None,
            },
            Value::Fragment { .. } | Value::Wide(_) | Value::Poison { .. } => None,
        }
    }

    /// The value of a pointer; only its number where addressing is concrete.
    pub fn pointer_value(&self, pointer: SymbolicPointer) -> Value {
        let value = pointer.into_value();
        if value.is_symbolic() && self.addressing == Addressing::Concrete {
            return Value::term(self.term_of(&value, INDEX));
        }
        value
    }

    /// A value of this width, zero-extended to whole bytes.
    pub(crate) fn whole_bytes(&self, value: &Value, width: Bits) -> Term {
        let bytes = Bits(width.0.div_ceil(8) * 8);
        resized(self.terms, &self.term_of(value, width), bytes)
    }

    /// The offset and the id of a pointer as terms.
    pub(crate) fn lanes_of(&self, value: &Value) -> Option<(Term, Term)> {
        let id = |id: ObjectId| self.terms.number(Lane::WIDTH, u64::from(id.0));
        match value {
            Value::Ptr { id: of, offset } => Some((index(self.terms, *offset), id(*of))),
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Pointer(pointer) => {
                    let lane = match &pointer.lane {
                        Lane::One(one) => id(*one),
                        Lane::Among { id, .. } => id.clone(),
                    };
                    Some((pointer.offset.clone(), lane))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// A term, truncated or zero-extended.
pub(crate) fn resized(terms: &Terms, term: &Term, width: Bits) -> Term {
    match term.width().cmp(&width) {
        std::cmp::Ordering::Less => terms.zext(term, width),
        std::cmp::Ordering::Equal => term.clone(),
        std::cmp::Ordering::Greater => terms.extract(term, 0, width),
    }
}

/// An offset as a term.
pub(crate) fn index(terms: &Terms, at: u64) -> Term {
    terms.number(INDEX, at)
}
