//! The constructors of floats by their operators.

use crate::float::{Float, FloatOp};
use crate::rules;
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};

/// Constructors of one operator by [`Terms::float`].
macro_rules! float_constructors {
    ($($(#[$doc:meta])* $name:ident $op:ident ($($operand:ident)*))*) => {
        $($(#[$doc])*
        pub fn $name(&self, kind: FloatKind, rounding: Rounding, $($operand: &Term),*) -> Term {
            self.float(Float { op: FloatOp::$op, kind, rounding }, &[$($operand),*], kind.width())
        })*
    };
}

impl Terms {
    /// A floating-point operator; `width` is that of the result.
    ///
    /// # Panics
    /// If the number of operands, their widths or that of the result do not fit the operator.
    pub fn float(&self, float: Float, operands: &[&Term], width: Bits) -> Term {
        check(float, operands, width);
        let float = float.canonical(operands[0].width());
        if let Some(values) =
            operands.iter().map(|term| term.as_const()).collect::<Option<Vec<_>>>()
        {
            return self.constant(float.apply(&values, width));
        }
        let operands = &rules::float::ordered(float, operands)[..];
        let mut rules = rules::FLOAT.iter();
        let rewritten = rules.find_map(|rule| (rule.apply)(self, float, operands, width));
        rewritten.unwrap_or_else(|| self.folded(self.node(Kind::Float(float), width, operands)))
    }

    float_constructors! {
        /// The sum of floats.
        fadd Add (a b)
        /// The difference of floats.
        fsub Sub (a b)
        /// The product of floats.
        fmul Mul (a b)
        /// The quotient of floats.
        fdiv Div (a b)
        /// `a * b + c` of floats, rounded once.
        fma Fma (a b c)
        /// The square root of a float.
        fsqrt Sqrt (a)
        /// A float rounded to an integral float.
        fround RoundToIntegral (a)
    }

    /// C's `fmod` of floats.
    pub fn frem(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        let float = Float { op: FloatOp::Rem, kind, rounding: Rounding::NearestEven };
        self.float(float, &[a, b], kind.width())
    }

    /// Ordered equality of floats.
    pub fn feq(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        let float = Float { op: FloatOp::Equal, kind, rounding: Rounding::NearestEven };
        self.float(float, &[a, b], Bits(1))
    }

    /// Ordered less-than of floats.
    pub fn flt(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        let float = Float { op: FloatOp::Less, kind, rounding: Rounding::NearestEven };
        self.float(float, &[a, b], Bits(1))
    }

    /// Ordered less-or-equal of floats.
    pub fn fle(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        self.or(&self.flt(kind, a, b), &self.feq(kind, a, b))
    }

    /// The value in another kind. The canonical encoding if it is the same.
    pub fn fconvert(&self, from: FloatKind, to: FloatKind, rounding: Rounding, a: &Term) -> Term {
        self.float(Float { op: FloatOp::Convert(to), kind: from, rounding }, &[a], to.width())
    }

    /// The signed integer of this width that the float rounds to; zero if there is none.
    pub fn fto_signed(&self, kind: FloatKind, rounding: Rounding, a: &Term, width: Bits) -> Term {
        self.float(Float { op: FloatOp::ToSigned, kind, rounding }, &[a], width)
    }

    /// The unsigned integer of this width that the float rounds to; zero if there is none.
    pub fn fto_unsigned(&self, kind: FloatKind, rounding: Rounding, a: &Term, width: Bits) -> Term {
        self.float(Float { op: FloatOp::ToUnsigned, kind, rounding }, &[a], width)
    }

    /// The float of a signed integer.
    pub fn from_signed(&self, kind: FloatKind, rounding: Rounding, a: &Term) -> Term {
        self.float(Float { op: FloatOp::FromSigned, kind, rounding }, &[a], kind.width())
    }

    /// The float of an unsigned integer.
    pub fn from_unsigned(&self, kind: FloatKind, rounding: Rounding, a: &Term) -> Term {
        self.float(Float { op: FloatOp::FromUnsigned, kind, rounding }, &[a], kind.width())
    }

    /// A predicate of LLVM's `fcmp`.
    pub fn fcompare(&self, kind: FloatKind, predicate: FloatCompare, a: &Term, b: &Term) -> Term {
        let less = |a: &Term, b: &Term| self.flt(kind, a, b);
        match predicate {
            FloatCompare::False => self.truth(false),
            FloatCompare::Oeq => self.feq(kind, a, b),
            FloatCompare::Ogt => less(b, a),
            FloatCompare::Oge => self.fle(kind, b, a),
            FloatCompare::Olt => less(a, b),
            FloatCompare::Ole => self.fle(kind, a, b),
            FloatCompare::One => self.or(&less(a, b), &less(b, a)),
            FloatCompare::Uno => self.or(&self.is_nan(kind, a), &self.is_nan(kind, b)),
            other => self.not(&self.fcompare(kind, complement(other), a, b)),
        }
    }

    /// A float constant.
    pub fn float_constant(&self, kind: FloatKind, bits: u128) -> Term {
        self.constant(Wide::from_u128(kind.width(), bits))
    }
}

/// The predicate that holds where this one does not.
fn complement(predicate: FloatCompare) -> FloatCompare {
    FloatCompare::ALL[15 - predicate as usize]
}

fn check(float: Float, operands: &[&Term], width: Bits) {
    let Float { op, kind, .. } = float;
    assert_eq!(operands.len(), op.arity(), "the operands of {op:?}");
    let typed = op.takes_integer() || operands.iter().all(|term| term.width() == kind.width());
    assert!(typed, "operands of {op:?} are of kind {kind:?}");
    let fits = match float.result() {
        Some(result) => width == result.width(),
        None if op.is_comparison() => width == Bits(1),
        None => width.is_integer_width(),
    };
    assert!(fits, "{op:?} of {kind:?} gives no {width}");
}
