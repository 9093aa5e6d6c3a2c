//! Numbers of scripts: decimals, their negation and quotients, and the float nearest to one.

use numeric::{Bits, FloatKind, Rounding, Wide};

/// Longer numbers are refused, since arithmetic on them takes quadratic time.
const DIGITS: usize = 4096;

/// A rational number.
#[derive(Clone, Debug)]
pub struct Real {
    negative: bool,
    /// Invariant: both have the same width, which holds their bits with at most one limb to spare; the denominator is
    /// not zero.
    numerator: Wide,
    denominator: Wide,
}

fn len(value: &Wide) -> u32 {
    value.width().0 - value.clz()
}

/// The value at another width that can hold it.
fn resized(value: &Wide, width: Bits) -> Wide {
    if width < value.width() { value.trunc(width) } else { value.zext(width) }
}

impl Real {
    /// The value of digits with at most one point.
    pub(super) fn decimal(text: &str) -> Result<Real, String> {
        if text.len() > DIGITS {
            return Err(format!("a number of more than {DIGITS} digits is not supported"));
        }
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let width = Bits(text.len() as u32 * 4 + 8);
        let parse = |digits: &str| {
            Wide::parse(width, digits).map_err(|error| format!("`{text}` is no number: {error}"))
        };
        let numerator = parse(&format!("{whole}{fraction}"))?;
        let denominator = parse(&format!("1{}", "0".repeat(fraction.len())))?;
        Ok(Real { negative: false, numerator, denominator })
    }

    pub(super) fn negated(&self) -> Real {
        Real { negative: !self.negative, ..self.clone() }
    }

    pub(super) fn quotient(&self, by: &Real) -> Result<Real, String> {
        if by.numerator.is_zero() {
            return Err("a quotient by zero".into());
        }
        let bits = |a: &Wide, b: &Wide| len(a) + len(b);
        let (a, b) = (self, by);
        let width = bits(&a.numerator, &b.denominator).max(bits(&a.denominator, &b.numerator)) + 1;
        if width as usize > 4 * DIGITS {
            return Err("a quotient of such long numbers is not supported".into());
        }
        let product = |a: &Wide, b: &Wide| resized(a, Bits(width)).mul(&resized(b, Bits(width)));
        Ok(Real {
            negative: a.negative != b.negative,
            numerator: product(&a.numerator, &b.denominator),
            denominator: product(&a.denominator, &b.numerator),
        })
    }

    /// The number rounded once to a float, as its bits.
    pub(super) fn round(&self, kind: FloatKind, rounding: Rounding) -> u128 {
        if self.numerator.is_zero() {
            return 0;
        }
        let magnitude = self.round_magnitude(kind, rounding);
        if self.negative { kind.neg(magnitude) } else { magnitude }
    }

    fn round_magnitude(&self, kind: FloatKind, rounding: Rounding) -> u128 {
        let precision = kind.precision() as i64;
        let exponent_bits = i64::from(kind.exponent_bits());
        let least = 2 - (1 << (exponent_bits - 1)) - (precision - 1);
        // The leading bit of the quotient is at this position or one below.
        let top = i64::from(len(&self.numerator)) - i64::from(len(&self.denominator));
        let mut place = (top - precision).max(least);
        let (mut significand, mut rest) = self.divided(place);
        if len(&significand) as i64 > precision {
            place += 1;
            (significand, rest) = self.divided(place);
        }
        let significand = significand.low_u128();
        let up = match rounding {
            Rounding::NearestEven => rest.half_or(significand & 1 == 1),
            Rounding::NearestAway => rest.half_or(true),
            Rounding::TowardZero => false,
            Rounding::TowardPositive => rest != Rest::Zero && !self.negative,
            Rounding::TowardNegative => rest != Rest::Zero && self.negative,
        };
        // With a leading bit the exponent's field is one more than without; a carry out of the significand moves into
        // it by itself.
        let hidden = 1 << (precision - 1);
        let field = if significand >= hidden { (place - least + 1) as u128 } else { 0 };
        let overflow = place - least + 1 >= (1 << exponent_bits) - 1;
        let bits = (field << (precision - 1)) + (significand & (hidden - 1)) + u128::from(up);
        let infinity = ((1 << exponent_bits) - 1) << (precision - 1);
        if !overflow && bits < infinity {
            return encoded(kind, bits);
        }
        let toward = match self.negative {
            true => Rounding::TowardPositive,
            false => Rounding::TowardNegative,
        };
        match rounding == Rounding::TowardZero || rounding == toward {
            true => kind.largest(),
            false => kind.infinity(),
        }
    }

    /// The quotient in units of 2^place, and the remainder.
    fn divided(&self, place: i64) -> (Wide, Rest) {
        let shift = place.unsigned_abs() as u32;
        let width = Bits(self.numerator.width().0.max(self.denominator.width().0) + shift + 2);
        let (mut a, mut b) = (resized(&self.numerator, width), resized(&self.denominator, width));
        if place < 0 {
            a = a.shl_by(shift);
        } else {
            b = b.shl_by(shift);
        }
        let (quotient, rest) = a.udiv_rem(&b).expect("the denominator is not zero");
        let rest = match (rest.is_zero(), rest.shl_by(1).ucmp(&b)) {
            (true, _) => Rest::Zero,
            (_, std::cmp::Ordering::Less) => Rest::Low,
            (_, std::cmp::Ordering::Equal) => Rest::Half,
            (_, std::cmp::Ordering::Greater) => Rest::High,
        };
        (quotient, rest)
    }
}

/// The remainder of a quotient, compared with half a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Rest {
    Zero,
    Low,
    Half,
    High,
}

impl Rest {
    /// Whether to round up to the nearest; `tie` decides for exactly half.
    fn half_or(self, tie: bool) -> bool {
        self == Rest::High || self == Rest::Half && tie
    }
}

/// The encoding, given the one with a hidden bit: x87 stores that bit.
fn encoded(kind: FloatKind, bits: u128) -> u128 {
    if kind != FloatKind::X87 {
        return bits;
    }
    let fraction_bits = kind.precision() - 1;
    let (exponent, fraction) = (bits >> fraction_bits, bits & ((1 << fraction_bits) - 1));
    (exponent << 1 | u128::from(exponent != 0)) << fraction_bits | fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> f64 {
        let bits = Real::decimal(text).unwrap().round(FloatKind::Double, Rounding::NearestEven);
        f64::from_bits(bits as u64)
    }

    #[test]
    fn decimals_as_the_library_parses_them() {
        let tiny = format!("0.{}49", "0".repeat(322));
        let half_tiny = "0.".to_string() + &"0".repeat(323) + "24703282292062327208";
        let huge = format!("17976931348623158{}", "0".repeat(292));
        let edge = format!("17976931348623159{}", "0".repeat(292));
        let texts = [
            "0",
            "1",
            "0.1",
            "3.14159265358979",
            "9007199254740993",
            &tiny,
            &half_tiny,
            &huge,
            &edge,
        ];
        for text in texts {
            assert_eq!(double(text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        let mut random = random::Random::new(1);
        for _ in 0..2000 {
            let (zeros, digits) = ("0".repeat(random.index(320)), random.next() >> 8);
            let text = match random.coin() {
                0 => format!("0.{zeros}{digits}"),
                _ => format!("{digits}{zeros}.5"),
            };
            assert_eq!(double(&text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
    }

    #[test]
    fn every_half_is_the_value_of_its_quotient() {
        for bits in 0..0x7c00_u128 {
            let value = FloatKind::Half.convert(bits, FloatKind::Double, Rounding::NearestEven);
            let scaled = (f64::from_bits(value as u64) * 16_777_216.0) as u64;
            let real = Real::decimal(&scaled.to_string()).unwrap();
            let real = real.quotient(&Real::decimal("16777216.0").unwrap()).unwrap();
            for rounding in [Rounding::NearestEven, Rounding::TowardZero, Rounding::TowardPositive]
            {
                assert_eq!(real.round(FloatKind::Half, rounding), bits);
                let extended = FloatKind::Half.convert(bits, FloatKind::X87, rounding);
                assert_eq!(real.round(FloatKind::X87, rounding), extended);
                assert_eq!(
                    real.negated().round(FloatKind::Half, rounding),
                    bits | u128::from(bits != 0) << 15
                );
            }
        }
    }
}
