//! Abbreviations: how the file says its own records are written.

use crate::error::{ReadError, Result};

use super::bits::Bits;

/// More operands than any abbreviation LLVM writes.
const MAX_OPERANDS: u64 = 256;

/// How one operand is written.
#[derive(Clone, Copy)]
pub(super) enum Field {
    /// Not at all: it is always the same.
    Literal(u64),
    /// In this many bits.
    Fixed(u32),
    /// In groups of this many bits.
    Vbr(u32),
    /// As a character of an identifier, in six bits.
    Char6,
}

/// How a record is written: fields one after the other, then perhaps many of one kind or bytes.
pub(super) struct Abbrev {
    /// The code, then operands.
    pub fields: Box<[Field]>,
    /// What follows them.
    pub tail: Tail,
}

/// The end of a record.
pub(super) enum Tail {
    Nothing,
    Array(Field),
    Blob,
}

/// Numbers of encodings, as the format defines them.
mod encoding {
    pub const FIXED: u64 = 1;
    pub const VBR: u64 = 2;
    pub const ARRAY: u64 = 3;
    pub const CHAR6: u64 = 4;
    pub const BLOB: u64 = 5;
}

impl Abbrev {
    /// Reads a definition, of which the number that announces it was read at `start`.
    pub fn read(bits: &mut Bits<'_>, start: u64) -> Result<Abbrev> {
        let count = bits.vbr(5);
        if count == 0 || count > MAX_OPERANDS {
            return Err(ReadError::found(start, "an abbreviation of 1 to 256 operands", count));
        }
        let mut fields = Vec::with_capacity(count as usize);
        let mut tail = Tail::Nothing;
        let mut left = count;
        while left > 0 {
            left -= 1;
            if bits.fixed(1) == 1 {
                fields.push(Field::Literal(bits.vbr(8)));
                continue;
            }
            match bits.fixed(3) {
                // The kind of element counts as an operand of its own, the last one.
                encoding::ARRAY if left == 1 => {
                    left = 0;
                    tail = Tail::Array(Field::read(bits, start)?);
                }
                encoding::BLOB if left == 0 => tail = Tail::Blob,
                encoding => fields.push(Field::of_encoding(bits, encoding, start)?),
            }
        }
        Ok(Abbrev { fields: fields.into(), tail })
    }
}

impl Field {
    fn read(bits: &mut Bits<'_>, start: u64) -> Result<Field> {
        if bits.fixed(1) == 1 {
            return Ok(Field::Literal(bits.vbr(8)));
        }
        let encoding = bits.fixed(3);
        Field::of_encoding(bits, encoding, start)
    }

    fn of_encoding(bits: &mut Bits<'_>, encoding: u64, start: u64) -> Result<Field> {
        match encoding {
            encoding::FIXED | encoding::VBR => {
                let width = bits.vbr(5);
                match (encoding, width) {
                    // A field of no bits is always zero.
                    (_, 0) => Ok(Field::Literal(0)),
                    (encoding::FIXED, 1..=64) => Ok(Field::Fixed(width as u32)),
                    (encoding::VBR, 2..=32) => Ok(Field::Vbr(width as u32)),
                    _ => Err(ReadError::found(start, "a field of 1 to 64 bits", width)),
                }
            }
            encoding::CHAR6 => Ok(Field::Char6),
            _ => Err(ReadError::found(start, "an encoding of a field", encoding)),
        }
    }

    /// How many bits it takes at least.
    pub fn least_bits(self) -> u64 {
        match self {
            Field::Literal(_) => 0,
            Field::Fixed(width) | Field::Vbr(width) => u64::from(width),
            Field::Char6 => 6,
        }
    }
}

impl Bits<'_> {
    /// An operand.
    #[inline]
    pub(super) fn field(&mut self, field: Field) -> u64 {
        match field {
            Field::Literal(value) => value,
            Field::Fixed(width) => self.fixed(width),
            Field::Vbr(width) => self.vbr(width),
            Field::Char6 => u64::from(CHAR6[self.fixed(6) as usize & 63]),
        }
    }
}

/// The characters of identifiers, by their six-bit number.
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
