//! Values taken apart, and results assembled.

use super::exponent::Exponent;
use super::format::{Format, constant};
use super::nan::Nan;
use super::shift::Number;
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};

/// A value taken apart. At most one of `nan`, `infinite` and `zero` holds.
pub(super) struct Operand<'a> {
    pub format: Format,
    pub word: &'a [Lit],
    pub sign: Lit,
    pub nan: Lit,
    /// Whether the encoding is one that x87 hardware refuses; it is a NaN then.
    pub unsupported: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    /// The magnitude, where it is finite: the integer bit is the highest one, zero in subnormal numbers,
    /// which have the exponent of the least normal ones.
    pub number: Number,
}

impl<'a> Operand<'a> {
    /// Takes a value of the format apart.
    pub fn new(aig: &mut Aig, format: Format, word: &'a [Lit]) -> Self {
        assert_eq!(word.len(), format.width(), "a value of another width");
        let fraction = &word[..format.fraction_bits()];
        let field = &word[word.len() - 1 - format.exponent_bits()..word.len() - 1];
        let normal = aig.or_all(field);
        let integer = if format.stores_integer_bit() { word[fraction.len()] } else { normal };
        let unsupported = aig.and(normal, !integer);
        let special = aig.and_all(field);
        let some = aig.or_all(fraction);
        let special_nan = aig.and(special, some);
        let nan = aig.or(unsupported, special_nan);
        let infinite = aig.and_all(&[special, integer, !some]);
        let zero = aig.and_all(&[!normal, !integer, !some]);
        let mut significand = fraction.to_vec();
        significand.push(integer);
        let mut field = field.to_vec();
        field[0] = aig.or(field[0], !normal);
        let exponent = Exponent::unsigned(&field, (1, format.special_field() - 1), -format.bias());
        let number = Number { exponent, significand };
        let sign = word[word.len() - 1];
        Self { format, word, sign, nan, unsupported, infinite, zero, number }
    }

    /// The fraction, without the integer bit.
    pub fn fraction(&self) -> &[Lit] {
        &self.word[..self.format.fraction_bits()]
    }

    /// The magnitude with its highest bit set. By construction it is set if the value is finite and not zero;
    /// otherwise it is forced, since that makes circuits smaller.
    pub fn normalised(&self, aig: &mut Aig) -> Number {
        let mut number = self.number.normalised(aig);
        if let Some(highest) = number.significand.last_mut() {
            *highest = Lit::TRUE;
        }
        number
    }
}

/// The result of an operation, by cases; the first case that holds counts.
pub(super) struct Cases {
    /// An operand is NaN.
    pub nan: Nan,
    /// The operation is invalid, which gives the default NaN.
    pub invalid: Lit,
    pub infinite: Lit,
    pub zero: Lit,
    pub sign: Lit,
    /// The magnitude in all other cases.
    pub magnitude: Word,
}

impl Cases {
    /// The value in the format.
    pub fn word(self, aig: &mut Aig, format: Format) -> Word {
        let width = format.width();
        let zero = vec![Lit::FALSE; width - 1];
        let mut word = circuit::ite(aig, self.zero, &zero, &self.magnitude);
        let infinity = constant(format.0.infinity(), width - 1);
        word = circuit::ite(aig, self.infinite, &infinity, &word);
        word.push(self.sign);
        let default = constant(format.0.default_nan(), width);
        word = circuit::ite(aig, self.invalid, &default, &word);
        circuit::ite(aig, self.nan.any, &self.nan.word, &word)
    }
}
