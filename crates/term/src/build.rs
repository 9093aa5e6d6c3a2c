//! The constructors. Each tries its rules in order and makes a node if none applies.

mod class;
mod float;
mod integer;

use crate::composite;
use crate::fold;
use crate::form::Binary;
use crate::rules;
use crate::store::Kind;
use crate::{BYTE, INDEX, Term, Terms};
use numeric::{Bits, Wide};

/// How many times one constructor may push an operation down into its operands, where a rule does that. Terms form a
/// graph as deep as a run is long: without a bound, pushing could unfold it or exhaust the stack.
const PUSHES: u32 = 64;

/// The code under which extensions are remembered, together with their width; it differs from those of the operators.
const SEXT: u32 = 1 << 16;

/// Defines the constructor of one operator by its rules and [`Terms::binary`].
macro_rules! binary_constructors {
    ($($(#[$doc:meta])* $name:ident $op:ident)*) => {
        $($(#[$doc])*
        pub fn $name(&self, a: &Term, b: &Term) -> Term {
            self.binary(Binary::$op, a, b)
        })*
    };
}

impl Terms {
    /// The value modulo 2^width.
    pub fn number(&self, width: Bits, value: u64) -> Term {
        self.constant(Wide::from_u64(width, value))
    }

    /// A constant truth value.
    pub fn truth(&self, holds: bool) -> Term {
        self.number(Bits(1), u64::from(holds))
    }

    pub(crate) fn zero(&self, width: Bits) -> Term {
        self.constant(Wide::zero(width))
    }

    /// An operator of two operands of one width.
    pub fn binary(&self, op: Binary, a: &Term, b: &Term) -> Term {
        assert_eq!(a.width(), b.width(), "operands of {op:?} have one width");
        if let (true, Some(x), Some(y)) = (b.is_const(), a.as_const(), b.as_const()) {
            return self.constant(fold::binary(op, &x, &y));
        }
        let (a, b) = if op.is_commutative() { rules::ordered(a, b) } else { (a, b) };
        self.remembered(op as u32, a, Some(b), || {
            let mut rules = rules::of_binary(op).iter();
            let rewritten = self.fuelled(|| rules.find_map(|rule| (rule.apply)(self, a, b)));
            rewritten.unwrap_or_else(|| self.folded(self.binary_node(op, a, b)))
        })
    }

    /// The constant that the facts determine, if they leave only one value.
    pub(crate) fn folded(&self, term: Term) -> Term {
        match term.facts().and_then(|facts| facts.value()) {
            Some(value) if !term.is_const() => self.number(term.width(), value),
            _ => term,
        }
    }

    binary_constructors! {
        /// Sum.
        add Add
        /// Product.
        mul Mul
        /// Unsigned quotient; all ones if the divisor is zero.
        udiv Udiv
        /// Unsigned remainder; the dividend if the divisor is zero.
        urem Urem
        /// Signed quotient, as SMT-LIB's `bvsdiv`.
        sdiv Sdiv
        /// Signed remainder, as SMT-LIB's `bvsrem`.
        srem Srem
        /// Bitwise and; conjunction of truth values.
        and And
        /// Bitwise or; disjunction of truth values.
        or Or
        /// Bitwise exclusive or.
        xor Xor
        /// Shift left.
        shl Shl
        /// Shift right with zeros.
        lshr Lshr
        /// Shift right with the sign.
        ashr Ashr
        /// Equality of bit-vectors.
        eq Eq
        /// Unsigned less-than.
        ult Ult
        /// Signed less-than.
        slt Slt
    }

    /// Difference.
    pub fn sub(&self, a: &Term, b: &Term) -> Term {
        self.add(a, &self.neg(b))
    }

    /// Two's complement negation.
    pub fn neg(&self, a: &Term) -> Term {
        self.mul(a, &self.constant(Wide::ones(a.width())))
    }

    /// Unsigned less-or-equal.
    pub fn ule(&self, a: &Term, b: &Term) -> Term {
        self.not(&self.ult(b, a))
    }

    /// Signed less-or-equal.
    pub fn sle(&self, a: &Term, b: &Term) -> Term {
        self.not(&self.slt(b, a))
    }

    /// Inequality of bit-vectors.
    pub fn ne(&self, a: &Term, b: &Term) -> Term {
        self.not(&self.eq(a, b))
    }

    /// Implication between truth values.
    pub fn implies(&self, a: &Term, b: &Term) -> Term {
        assert_eq!(a.width(), Bits(1), "implication is between truth values");
        self.or(&self.not(a), b)
    }

    /// Bitwise complement; negation of a truth value.
    pub fn not(&self, a: &Term) -> Term {
        for rule in rules::NOT {
            if let Some(term) = (rule.apply)(self, a) {
                return term;
            }
        }
        self.folded(self.node(Kind::Not, a.width(), &[a]))
    }

    /// `high` above `low`, as wide as both together.
    pub fn concat(&self, high: &Term, low: &Term) -> Term {
        let width = Bits(high.width().0 + low.width().0);
        assert!(width.is_integer_width(), "a bit-vector cannot have {} bits", width.0);
        for rule in rules::CONCAT {
            if let Some(term) = (rule.apply)(self, high, low) {
                return term;
            }
        }
        self.folded(self.node(Kind::Concat, width, &[high, low]))
    }

    /// The `len` bits from bit `lo` up.
    ///
    /// # Panics
    /// If the term has not this many.
    pub fn extract(&self, a: &Term, lo: u32, len: Bits) -> Term {
        let fits = len.0 > 0 && lo.checked_add(len.0).is_some_and(|end| end <= a.width().0);
        assert!(fits, "{len} from bit {lo} of {}", a.width());
        let pushed =
            self.fuelled(|| rules::EXTRACT.iter().find_map(|rule| (rule.apply)(self, a, lo, len)));
        pushed.unwrap_or_else(|| self.folded(self.extract_node(a, lo, len)))
    }

    /// Runs the rules of a constructor; the outermost one sets the fuel for all nested ones.
    pub(crate) fn fuelled<R>(&self, rules: impl FnOnce() -> R) -> R {
        let outer = self.fuel.get();
        self.fuel.set(Some(outer.unwrap_or(PUSHES)));
        let result = rules();
        if outer.is_none() {
            self.fuel.set(None);
        }
        result
    }

    /// Allows one more push, if any fuel is left.
    pub(crate) fn push_allowed(&self) -> Option<()> {
        let left = self.fuel.get()?.checked_sub(1)?;
        self.fuel.set(Some(left));
        Some(())
    }

    /// Extension with zeros.
    ///
    /// # Panics
    /// If the width is less than the term's.
    pub fn zext(&self, a: &Term, width: Bits) -> Term {
        assert!(width >= a.width(), "{} extended to {width}", a.width());
        match width.0 - a.width().0 {
            0 => a.clone(),
            more => self.concat(&self.zero(Bits(more)), a),
        }
    }

    /// Extension with the sign.
    ///
    /// # Panics
    /// If the width is less than the term's.
    pub fn sext(&self, a: &Term, width: Bits) -> Term {
        assert!(
            width >= a.width() && width.is_integer_width(),
            "{} extended to {width}",
            a.width()
        );
        self.remembered(SEXT + width.0, a, None, || {
            let rewritten = rules::SEXT.iter().find_map(|rule| (rule.apply)(self, a, width));
            rewritten.unwrap_or_else(|| self.folded(self.node(Kind::Sext, width, &[a])))
        })
    }

    /// `then` if the truth value holds, else `otherwise`.
    pub fn ite(&self, condition: &Term, then: &Term, otherwise: &Term) -> Term {
        assert_eq!(condition.width(), Bits(1), "a condition is a truth value");
        assert_eq!(then.width(), otherwise.width(), "both branches have one width");
        for rule in rules::ITE {
            if let Some(term) = (rule.apply)(self, condition, then, otherwise) {
                return term;
            }
        }
        self.folded(self.node(Kind::Ite, then.width(), &[condition, then, otherwise]))
    }

    /// The byte of an array at an index of 64 bits.
    pub fn select(&self, array: &Term, index: &Term) -> Term {
        assert!(array.is_array() && index.width() == INDEX, "a read of an array at 64 bits");
        if array.is_composite() {
            return composite::read(self, array, index);
        }
        for rule in rules::SELECT {
            if let Some(term) = (rule.apply)(self, array, index) {
                return term;
            }
        }
        self.folded(self.node(Kind::Select, BYTE, &[array, index]))
    }

    /// The array with this byte at an index of 64 bits.
    pub fn store(&self, array: &Term, index: &Term, byte: &Term) -> Term {
        let typed = array.is_array() && index.width() == INDEX && byte.width() == BYTE;
        assert!(typed, "a byte stored in an array at 64 bits");
        for rule in rules::STORE {
            if let Some(term) = (rule.apply)(self, array, index, byte) {
                return term;
            }
        }
        // An array has no width.
        self.node(Kind::Store, Bits(0), &[array, index, byte])
    }
}
