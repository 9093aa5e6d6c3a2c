//! Which bits of a term are undefined.
//!
//! A byte that was never written is a byte of a symbol of a special kind ([`Terms::undefined`]): an unknown like any
//! other, so that copies of it stay equal to it. The *shadow* of a term is a term of the same width in which a bit is
//! set if the bit depends on such bytes. The rules are those of MemorySanitizer, made exact where that is cheap, and
//! a shadow is computed from the structure of a term when it is needed; nothing is carried along with values.
//!
//! A shadow never calls a bit defined that some choice of the undefined bits changes. It may err in the other
//! direction: operands count as independent (`x - x` does not get here, but `(x | 1) - x` does), products are
//! undefined from the lowest undefined bit upwards, quotients, remainders and floats as a whole, and so is what was
//! read or written at an undefined index. A caller that needs certainty compares a term with its [twin](Terms::twin):
//! the two differ for some choice if and only if the term is undefined.
//!
//! Where shadows are known not to err ([`Terms::has_exact_shadow`]), the two agree.
//!
//! A shadow itself contains no undefined bytes: they count as zero there, which makes no difference to the rules,
//! since each masks out the undefined bits of its operands.

mod exact;
mod rules;

use crate::few::Few;
use crate::form::{Form, UNDEFINED};
use crate::{BYTE, INDEX, Substitution, Term, Terms};
use numeric::Bits;
use std::rc::Rc;

/// A value and which of its bits are undefined. At these bits the value is meaningless.
#[derive(Clone)]
struct Shadowed {
    value: Term,
    shadow: Term,
}

impl Terms {
    /// The bytes of an object that were never written; those with different serial numbers are unrelated.
    pub fn undefined(&self, serial: u64, length: u64) -> Term {
        self.array(&format!("{UNDEFINED}{serial}"), Some(length))
    }

    /// Values that the compiler left undefined: bytes of no object, with a serial number that no object has.
    pub fn undef(&self, width: Bits) -> Term {
        self.first_of(&self.undefined(0, 1 << 20), width)
    }

    /// A result that is undefined, with a serial number of its own.
    pub fn undefined_result(&self, serial: u64, width: Bits) -> Term {
        self.first_of(&self.undefined(serial, u64::from(width.0.div_ceil(BYTE.0))), width)
    }

    /// The first bits of an array.
    fn first_of(&self, array: &Term, width: Bits) -> Term {
        let bytes = u64::from(width.0.div_ceil(BYTE.0));
        let byte = |at| self.select(array, &self.number(INDEX, at));
        let whole = (1..bytes).fold(byte(0), |low, at| self.concat(&byte(at), &low));
        self.extract(&whole, 0, width)
    }

    /// Which bits of a bit-vector are undefined: a term of the same width.
    pub fn shadow(&self, term: &Term) -> Term {
        if !term.has_undefined() {
            return self.zero(term.width());
        }
        Shadows { terms: self, done: Few::default() }.of(term).shadow
    }

    /// A bit-vector with zeros in place of undefined bits, and its shadow: together they describe everything about it
    /// that is defined.
    pub fn defined_part(&self, term: &Term) -> (Term, Term) {
        if !term.has_undefined() {
            return (term.clone(), self.zero(term.width()));
        }
        let Shadowed { value, shadow } = Shadows { terms: self, done: Few::default() }.of(term);
        (value, shadow)
    }

    /// Whether the shadow of a bit-vector does not err: it is zero exactly where the term is defined.
    pub fn has_exact_shadow(&self, term: &Term) -> bool {
        exact::is_exact(term)
    }

    /// The same term with other bytes in place of those never written.
    pub fn twin(&self, term: &Term) -> Term {
        self.renamed(term, "another")
    }

    /// The same term with ordinary unknown bytes in place of those never written: they have some fixed value.
    pub fn frozen(&self, term: &Term) -> Term {
        self.renamed(term, "frozen")
    }

    fn renamed(&self, term: &Term, prefix: &str) -> Term {
        let other = |term: &Term| match term.form() {
            Form::Array(symbol) if symbol.is_undefined() => {
                let crate::Shape::Bytes(length) = symbol.shape else { return None };
                Some(self.array(&format!("{prefix} {}", symbol.name), length))
            }
            _ if term.has_undefined() => None,
            _ => Some(term.clone()),
        };
        Substitution::new(other).apply(self, term)
    }
}

impl Term {
    /// Whether bytes that were never written occur in the term.
    #[inline]
    pub fn has_undefined(&self) -> bool {
        self.with_store(|store| store.node(self.id()).undefined)
    }

    /// The serial numbers of the objects whose bytes, never written, the term depends on, in order.
    pub fn undefined_serials(&self) -> Vec<u64> {
        if !self.has_undefined() {
            return Vec::new();
        }
        let names = self.inputs().into_iter().map(|input| input.name().name);
        let mut serials: Vec<u64> =
            names.filter_map(|name| name.strip_prefix(UNDEFINED)?.parse().ok()).collect();
        serials.sort_unstable();
        serials.dedup();
        serials
    }
}

/// Shadows of terms and of everything below them.
struct Shadows<'a> {
    terms: &'a Terms,
    /// Invariant: contains every finished bit-vector with something undefined in it.
    done: Few<Term, Shadowed>,
}

impl Shadows<'_> {
    fn of(&mut self, root: &Term) -> Shadowed {
        let mut open = vec![root.clone()];
        while let Some(next) = open.pop() {
            if self.is_done(&next) {
                continue;
            }
            let below: Vec<Term> =
                vectors_below(&next).into_iter().filter(|term| !self.is_done(term)).collect();
            if below.is_empty() {
                let shadowed = self.computed(&next);
                self.done.insert(next, shadowed);
            } else {
                open.push(next);
                open.extend(below);
            }
        }
        self.get(root)
    }

    fn is_done(&self, term: &Term) -> bool {
        !term.has_undefined() || self.done.get(term).is_some()
    }

    /// The result for a term that is finished, or has nothing undefined in it.
    fn get(&self, term: &Term) -> Shadowed {
        match self.done.get(term) {
            Some(shadowed) => shadowed.clone(),
            None => {
                debug_assert!(!term.has_undefined(), "operands are done first");
                Shadowed { value: term.clone(), shadow: self.terms.zero(term.width()) }
            }
        }
    }

    fn computed(&self, term: &Term) -> Shadowed {
        let (terms, width) = (self.terms, term.width());
        match term.form() {
            Form::Not(a) => {
                let a = self.get(&a);
                Shadowed { value: terms.not(&a.value), shadow: a.shadow }
            }
            Form::Concat(high, low) => {
                let (high, low) = (self.get(&high), self.get(&low));
                high.zip(&low, |high, low| terms.concat(high, low))
            }
            Form::Extract(a, lo) => self.get(&a).map(|a| terms.extract(a, lo, width)),
            Form::Sext(a) => self.get(&a).map(|a| terms.sext(a, width)),
            Form::Ite(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|operand| self.get(&operand));
                rules::ite(terms, &condition, &then, &otherwise)
            }
            Form::Binary(op, a, b) => rules::binary(terms, op, &self.get(&a), &self.get(&b)),
            Form::Select(array, index) => self.select(&array, &self.get(&index)),
            Form::Float(float, operands) => {
                let operands: Vec<Shadowed> = operands.iter().map(|a| self.get(a)).collect();
                let values: Vec<&Term> = operands.iter().map(|a| &a.value).collect();
                let shadows = operands.iter().map(|a| rules::any(terms, &a.shadow));
                let any = shadows.reduce(|a, b| terms.or(&a, &b)).expect("an operand");
                let value = terms.float(float, &values, width);
                Shadowed { value, shadow: rules::all_if(terms, &any, width) }
            }
            form => unreachable!("{form:?} is no bit-vector with something undefined below"),
        }
    }

    /// A read. The shadow of an array is an array; if the lowest array was never written, so that its whole shadow is
    /// set, the complement is kept instead, so that there are zeros everywhere.
    fn select(&self, array: &Term, index: &Shadowed) -> Shadowed {
        let terms = self.terms;
        let (mut updates, mut base) = (Vec::new(), array.clone());
        while let Form::Store(below, at, byte) = base.form() {
            updates.push((self.get(&at), self.get(&byte)));
            base = below;
        }
        let zeros = terms.table(Rc::new([]));
        let inverted = base.has_undefined();
        let mut values = if inverted { zeros.clone() } else { base };
        let mut shadows = zeros;
        let mut astray = rules::any(terms, &index.shadow);
        for (at, byte) in updates.iter().rev() {
            let shadow = if inverted { terms.not(&byte.shadow) } else { byte.shadow.clone() };
            values = terms.store(&values, &at.value, &byte.value);
            shadows = terms.store(&shadows, &at.value, &shadow);
            astray = terms.or(&astray, &rules::any(terms, &at.shadow));
        }
        let read = terms.select(&shadows, &index.value);
        let read = if inverted { terms.not(&read) } else { read };
        let shadow = terms.or(&read, &rules::all_if(terms, &astray, BYTE));
        Shadowed { value: terms.select(&values, &index.value), shadow }
    }
}

/// The bit-vectors a term is made of, with those in the updates of arrays that it reads.
fn vectors_below(term: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    for operand in term.operands() {
        let mut next = operand;
        while let Form::Store(below, at, byte) = next.form() {
            found.extend([at, byte]);
            next = below;
        }
        if !next.is_array() {
            found.push(next);
        }
    }
    found
}

impl Shadowed {
    /// The same operation on the value and on the shadow.
    fn map(&self, operation: impl Fn(&Term) -> Term) -> Shadowed {
        Shadowed { value: operation(&self.value), shadow: operation(&self.shadow) }
    }

    fn zip(&self, other: &Shadowed, operation: impl Fn(&Term, &Term) -> Term) -> Shadowed {
        Shadowed {
            value: operation(&self.value, &other.value),
            shadow: operation(&self.shadow, &other.shadow),
        }
    }

    fn width(&self) -> Bits {
        self.value.width()
    }
}
