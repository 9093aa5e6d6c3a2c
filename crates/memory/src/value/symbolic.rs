//! Values as terms, and accesses at offsets that are not known.

use numeric::Bits;
use term::Term;

use crate::{Lane, Memory, ObjectId, Symbolic, SymbolicPointer, Value};

impl Memory {
    /// The bits of a value as a term of this width: cut or zero-extended where the value's own differs.
    /// Pointers are their numbers.
    pub fn term_of(&self, value: &Value, width: Bits) -> Term {
        let terms = self.terms();
        let term = match value {
            Value::Wide(wide) => terms.constant((**wide).clone()),
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Term(term) => term.clone(),
                Symbolic::Pointer(pointer) => self.number_of(pointer),
                Symbolic::Fragment { first, len, of } => {
                    let number = self.number_of(of);
                    terms.extract(&number, 8 * u32::from(*first), Bits(8 * u32::from(*len)))
                }
            },
            plain => {
                return terms.number(width, self.plain_number(plain).expect("it is not symbolic"));
            }
        };
        self.resized(&term, width)
    }

    /// The number of a symbolic pointer: the address of its object plus the offset.
    fn number_of(&self, pointer: &SymbolicPointer) -> Term {
        let terms = self.terms();
        let address = |id: ObjectId| terms.number(Bits(64), self.address(id, 0));
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

    /// A term cut or zero-extended.
    pub(crate) fn resized(&self, term: &Term, width: Bits) -> Term {
        match term.width().cmp(&width) {
            std::cmp::Ordering::Less => self.terms().zext(term, width),
            std::cmp::Ordering::Equal => term.clone(),
            std::cmp::Ordering::Greater => self.terms().extract(term, 0, width),
        }
    }
}
