//! Floats as bits: signs, classes, NaNs, minimum and maximum.
//!
//! Everything here is composed of plain bit operations and comparisons, and equals the function of that name in
//! `numeric` on every bit pattern, including the encodings that x87 hardware refuses.

use crate::float::{Float, FloatOp};
use crate::rules::float;
use crate::{Term, Terms};
use numeric::{Bits, FloatClass, FloatKind, Rounding, Wide};

/// A class of values that one bit divides into two.
struct Divided {
    /// Which values it has.
    class: Term,
    bit: Term,
    /// The part with the bit set, and the part with it clear.
    parts: [FloatClass; 2],
}

/// Which of two NaNs with equal significands is propagated if nothing else decides.
#[derive(Clone, Copy, PartialEq)]
enum Tie {
    First,
    Second,
}

impl Terms {
    /// The float with the other sign.
    pub fn fneg(&self, kind: FloatKind, a: &Term) -> Term {
        self.xor(a, &self.float_constant(kind, kind.sign_bit()))
    }

    /// The float with a positive sign.
    pub fn fabs(&self, kind: FloatKind, a: &Term) -> Term {
        self.zext(&self.magnitude(kind, a), kind.width())
    }

    /// The magnitude of the first with the sign of the second.
    pub fn fcopysign(&self, kind: FloatKind, a: &Term, sign: &Term) -> Term {
        self.concat(&self.fsign(kind, sign), &self.magnitude(kind, a))
    }

    /// The sign bit of a float.
    pub fn fsign(&self, kind: FloatKind, a: &Term) -> Term {
        self.extract(a, kind.width().0 - 1, Bits(1))
    }

    /// All bits but the sign.
    fn magnitude(&self, kind: FloatKind, a: &Term) -> Term {
        self.extract(a, 0, Bits(kind.width().0 - 1))
    }

    fn exponent(&self, kind: FloatKind, a: &Term) -> Term {
        self.extract(a, kind.fraction_bits(), Bits(kind.exponent_bits()))
    }

    /// Whether the exponent is that of zeros and subnormals.
    fn exponent_is_least(&self, kind: FloatKind, a: &Term) -> Term {
        let exponent = self.exponent(kind, a);
        self.eq(&exponent, &self.zero(exponent.width()))
    }

    /// Whether the exponent is that of infinities and NaNs.
    fn exponent_is_most(&self, kind: FloatKind, a: &Term) -> Term {
        let exponent = self.exponent(kind, a);
        self.eq(&exponent, &self.constant(Wide::ones(exponent.width())))
    }

    /// The bit of the significand that x87 stores explicitly and the other kinds do not.
    fn integer_bit(&self, a: &Term) -> Term {
        self.extract(a, FloatKind::X87.fraction_bits() - 1, Bits(1))
    }

    /// Whether this is an x87 encoding that the hardware refuses.
    fn is_unsupported(&self, kind: FloatKind, a: &Term) -> Term {
        if kind != FloatKind::X87 {
            return self.truth(false);
        }
        self.not(&self.or(&self.exponent_is_least(kind, a), &self.integer_bit(a)))
    }

    /// Whether the float is a NaN.
    pub fn is_nan(&self, kind: FloatKind, a: &Term) -> Term {
        if float::never_nan(kind, a) {
            return self.truth(false);
        }
        if float::is_result(kind, a) {
            return self.not(&self.feq(kind, a, a));
        }
        if kind == FloatKind::X87 {
            let payload = self.extract(a, 0, Bits(kind.precision() - 1));
            let some = self.ne(&payload, &self.zero(payload.width()));
            let proper = self.and(&self.exponent_is_most(kind, a), &some);
            return self.or(&self.is_unsupported(kind, a), &proper);
        }
        let infinity = Wide::from_u128(Bits(kind.width().0 - 1), kind.infinity());
        self.ult(&self.constant(infinity), &self.magnitude(kind, a))
    }

    /// Whether the float is a signalling NaN.
    fn signals(&self, kind: FloatKind, nan: &Term) -> Term {
        let quiet = self.extract(nan, kind.precision() - 2, Bits(1));
        self.or(&self.not(&quiet), &self.is_unsupported(kind, nan))
    }

    /// Whether the class of the float is in the mask, as `llvm.is.fpclass` has it.
    pub fn is_class(&self, kind: FloatKind, a: &Term, mask: u32) -> Term {
        let chosen = self.classes(kind, a).map(|Divided { class, bit, parts }| {
            match parts.map(|part| mask & part as u32 != 0) {
                [true, true] => class,
                [true, false] => self.and(&class, &bit),
                [false, true] => self.and(&class, &self.not(&bit)),
                [false, false] => self.truth(false),
            }
        });
        chosen.iter().fold(self.truth(false), |any, class| self.or(&any, class))
    }

    fn classes(&self, kind: FloatKind, a: &Term) -> [Divided; 5] {
        use FloatClass::*;
        let nan = self.is_nan(kind, a);
        let (least, most) = (self.exponent_is_least(kind, a), self.exponent_is_most(kind, a));
        let magnitude = self.magnitude(kind, a);
        let zero = self.eq(&magnitude, &self.zero(magnitude.width()));
        let infinite = self.and(&most, &self.not(&nan));
        let normal = self.not(&self.or(&self.or(&least, &most), &nan));
        let subnormal = self.and(&least, &self.not(&zero));
        let sign = self.fsign(kind, a);
        let by_sign = |class: Term, negative: FloatClass, positive: FloatClass| Divided {
            class,
            bit: sign.clone(),
            parts: [negative, positive],
        };
        [
            Divided { class: nan, bit: self.signals(kind, a), parts: [SignalingNan, QuietNan] },
            by_sign(infinite, NegativeInfinity, PositiveInfinity),
            by_sign(normal, NegativeNormal, PositiveNormal),
            by_sign(subnormal, NegativeSubnormal, PositiveSubnormal),
            by_sign(zero, NegativeZero, PositiveZero),
        ]
    }

    /// The canonical encoding of the value: NaNs become quiet, x87 pseudo-denormals normal.
    pub fn fcanonical(&self, kind: FloatKind, a: &Term) -> Term {
        match kind {
            _ if float::is_result(kind, a) => a.clone(),
            // As bit operations, its form would not show that it is canonical.
            FloatKind::X87 => self.fconvert(kind, kind, Rounding::NearestEven, a),
            _ if self.is_canonical(kind, a) => a.clone(),
            _ => self.made_canonical(kind, a),
        }
    }

    /// Whether the form shows that the float is canonical: canonicalising it again would only change the form, and a
    /// chain of identities would grow with each step.
    fn is_canonical(&self, kind: FloatKind, a: &Term) -> bool {
        let Some((_, then, other)) = a.as_ite() else { return false };
        let made_of = |nan: &Term, number: &Term| {
            self.quieted(kind, number) == *nan && self.made_canonical(kind, number) == *a
        };
        made_of(&then, &other) || made_of(&other, &then)
    }

    fn made_canonical(&self, kind: FloatKind, a: &Term) -> Term {
        self.ite(&self.is_nan(kind, a), &self.quieted(kind, a), a)
    }

    /// The NaN made quiet.
    fn quieted(&self, kind: FloatKind, nan: &Term) -> Term {
        let quiet = self.or(nan, &self.float_constant(kind, kind.quiet_bit()));
        self.ite(&self.is_unsupported(kind, nan), &self.default_nan(kind), &quiet)
    }

    fn default_nan(&self, kind: FloatKind) -> Term {
        self.float_constant(kind, kind.default_nan())
    }

    /// The result of the operator if that is a NaN; arbitrary if it is not.
    pub fn nan_result(&self, float: Float, operands: &[&Term]) -> Term {
        let Float { op, kind, .. } = float;
        let default = self.default_nan(kind);
        match (op, operands) {
            (FloatOp::Convert(to), [a]) => self.converted_nan(kind, to, a),
            (FloatOp::Sub | FloatOp::Div, [a, b]) => {
                self.passed_on(kind, a, b, Tie::Second, &default)
            }
            (_, [a, b]) => self.passed_on(kind, a, b, Tie::First, &default),
            (_, [a, b, c]) => {
                let of_product = self.passed_on(kind, a, b, Tie::First, &default);
                let product = self.or(&self.is_nan(kind, a), &self.is_nan(kind, b));
                let with = self.passed_on(kind, &of_product, c, Tie::First, &default);
                let without = self.ite(&self.is_nan(kind, c), &self.quieted(kind, c), &default);
                self.ite(&product, &with, &without)
            }
            (_, [a]) => self.ite(&self.is_nan(kind, a), &self.quieted(kind, a), &default),
            _ => unreachable!("an operator has one to three operands"),
        }
    }

    /// The NaN that two operands propagate, or `otherwise` if neither is a NaN.
    fn passed_on(&self, kind: FloatKind, a: &Term, b: &Term, tie: Tie, otherwise: &Term) -> Term {
        let (a_nan, b_nan) = (self.is_nan(kind, a), self.is_nan(kind, b));
        let (from_a, from_b) = (self.quieted(kind, a), self.quieted(kind, b));
        let refused = self.or(&self.is_unsupported(kind, a), &self.is_unsupported(kind, b));
        let chosen = self.ite(&self.first_wins(kind, a, b, tie), &from_a, &from_b);
        let both = self.ite(&refused, &self.default_nan(kind), &chosen);
        let with_a = self.ite(&b_nan, &both, &from_a);
        self.ite(&a_nan, &with_a, &self.ite(&b_nan, &from_b, otherwise))
    }

    /// Whether the first of two NaNs is propagated.
    fn first_wins(&self, kind: FloatKind, a: &Term, b: &Term, tie: Tie) -> Term {
        let (x, y) = (self.magnitude(kind, a), self.magnitude(kind, b));
        match (kind, tie) {
            (FloatKind::X87, _) => {
                let (a_signals, b_signals) = (self.signals(kind, a), self.signals(kind, b));
                let positive = self.not(&self.fsign(kind, a));
                let greater = self.ite(&self.eq(&x, &y), &positive, &self.ult(&y, &x));
                self.ite(&self.eq(&a_signals, &b_signals), &greater, &b_signals)
            }
            (FloatKind::Quad, Tie::First) => self.ule(&y, &x),
            (FloatKind::Quad, Tie::Second) => self.ult(&y, &x),
            _ => self.truth(true),
        }
    }

    fn converted_nan(&self, from: FloatKind, to: FloatKind, a: &Term) -> Term {
        let quiet = self.quieted(from, a);
        let payload = |kind: FloatKind| Bits(kind.precision() - 1);
        let (had, has) = (payload(from), payload(to));
        let bits = match has.0.checked_sub(had.0) {
            None => self.extract(&quiet, had.0 - has.0, has),
            Some(0) => self.extract(&quiet, 0, had),
            Some(more) => self.concat(&self.extract(&quiet, 0, had), &self.zero(Bits(more))),
        };
        let payload = self.zext(&bits, to.width());
        let infinity = self.float_constant(to, to.infinity());
        self.fcopysign(to, &self.or(&payload, &infinity), &self.zext_sign(from, to, &quiet))
    }

    /// A float of the second kind with the sign of one of the first.
    fn zext_sign(&self, from: FloatKind, to: FloatKind, a: &Term) -> Term {
        self.concat(&self.fsign(from, a), &self.zero(Bits(to.width().0 - 1)))
    }

    /// `llvm.minnum` and `llvm.minimumnum`.
    pub fn fminnum(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        self.number_of(kind, a, b, &self.ordered_before(kind, a, b))
    }

    /// `llvm.maxnum` and `llvm.maximumnum`.
    pub fn fmaxnum(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        self.number_of(kind, a, b, &self.ordered_before(kind, b, a))
    }

    /// `llvm.minimum`.
    pub fn fminimum(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        let number = self.ite(&self.ordered_before(kind, a, b), a, b);
        self.passed_on(kind, a, b, Tie::First, &number)
    }

    /// `llvm.maximum`.
    pub fn fmaximum(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        let number = self.ite(&self.ordered_before(kind, b, a), a, b);
        self.passed_on(kind, a, b, Tie::First, &number)
    }

    /// The first if `first` holds, else the second; if one of them is NaN, the other one.
    fn number_of(&self, kind: FloatKind, a: &Term, b: &Term, first: &Term) -> Term {
        let (a_nan, b_nan) = (self.is_nan(kind, a), self.is_nan(kind, b));
        let number = self.ite(first, a, b);
        let nan = self.passed_on(kind, a, b, Tie::First, &number);
        let of_nan = self.ite(&b_nan, &nan, b);
        self.ite(&a_nan, &of_nan, &self.ite(&b_nan, a, &number))
    }

    /// Whether the first is less, or the negative one of two zeros. Neither is NaN.
    fn ordered_before(&self, kind: FloatKind, a: &Term, b: &Term) -> Term {
        let signs = self.and(&self.fsign(kind, a), &self.not(&self.fsign(kind, b)));
        self.or(&self.flt(kind, a, b), &self.and(&self.feq(kind, a, b), &signs))
    }
}
