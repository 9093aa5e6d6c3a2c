//! Text: parsing and printing in decimal and hexadecimal.

use super::Wide;
use crate::Bits;
use crate::limbs;
use std::fmt;

/// Why a text is not an integer of the width asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseWideError {
    /// There are no digits.
    Empty,
    /// The byte at this position is not a digit.
    Digit(usize),
    /// The number does not fit the width, neither as signed nor as unsigned.
    TooWide,
}

impl fmt::Display for ParseWideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseWideError::Empty => f.write_str("no digits"),
            ParseWideError::Digit(at) => write!(f, "no digit at byte {at}"),
            ParseWideError::TooWide => f.write_str("the number does not fit the width"),
        }
    }
}

impl std::error::Error for ParseWideError {}

/// The largest power of ten in a limb, and its number of digits.
const CHUNK: (u64, usize) = (10_000_000_000_000_000_000, 19);

impl Wide {
    /// Parses decimal digits, or hexadecimal ones after `0x`, with an optional minus before either.
    /// The number may lie anywhere from the least signed to the greatest unsigned one.
    pub fn parse(width: Bits, text: &str) -> Result<Wide, ParseWideError> {
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (radix, digits) = rest.strip_prefix("0x").map_or((10, rest), |digits| (16, digits));
        if digits.is_empty() {
            return Err(ParseWideError::Empty);
        }
        Wide::checked(width);
        let offset = text.len() - digits.len();
        let mut limbs = vec![0; width.limbs()];
        for (i, c) in digits.bytes().enumerate() {
            let digit = char::from(c).to_digit(radix).ok_or(ParseWideError::Digit(offset + i))?;
            if limbs::mul_add_limb(&mut limbs, u64::from(radix), u64::from(digit)) != 0 {
                return Err(ParseWideError::TooWide);
            }
        }
        let magnitude = Wide::from_limbs(width, &limbs);
        let fits =
            magnitude.limbs() == limbs && (!negative || !Wide::signed_min(width).ult(&magnitude));
        match (fits, negative) {
            (false, _) => Err(ParseWideError::TooWide),
            (true, false) => Ok(magnitude),
            (true, true) => Ok(magnitude.neg()),
        }
    }

    /// The value as a signed decimal number.
    pub fn to_signed_string(&self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        format!("{sign}{}", self.abs())
    }

    fn hex_digits(&self) -> String {
        let used = self.limbs().iter().rev().skip_while(|limb| **limb == 0);
        let digits: String = used.map(|limb| format!("{limb:016x}")).collect();
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() { "0".into() } else { digits.into() }
    }
}

/// As an unsigned decimal number.
impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.to_u128() {
            return fmt::Display::fmt(&value, f);
        }
        let mut rest = self.limbs().to_vec();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            chunks.push(limbs::div_rem_limb(&mut rest, CHUNK.0));
            while rest.last() == Some(&0) {
                rest.pop();
            }
        }
        let digits: String =
            chunks.iter().rev().map(|c| format!("{c:0size$}", size = CHUNK.1)).collect();
        f.pad_integral(true, "", digits.trim_start_matches('0'))
    }
}

impl fmt::LowerHex for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "0x", &self.hex_digits())
    }
}

impl fmt::UpperHex for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "0x", &self.hex_digits().to_uppercase())
    }
}

/// The type as LLVM writes it, and the bits in hexadecimal.
impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self:#x}", self.width())
    }
}
