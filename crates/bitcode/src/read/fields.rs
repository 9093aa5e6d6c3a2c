//! The operands of a record, taken one after the other.

use crate::bitstream::Record;
use crate::error::{ReadError, Result};

/// A walk over the operands of a record.
#[derive(Clone)]
pub(super) struct Fields<'r> {
    ops: &'r [u64],
    at: usize,
    /// The bit where the record starts, for errors.
    pub bit: u64,
}

impl<'r> Fields<'r> {
    pub fn new(record: &'r Record<'_>) -> Self {
        Fields { ops: &record.ops, at: 0, bit: record.bit }
    }

    /// How many operands are left.
    pub fn left(&self) -> usize {
        self.ops.len() - self.at
    }

    /// The operands that are left.
    pub fn rest(&self) -> &'r [u64] {
        &self.ops[self.at..]
    }

    /// The next operand; `what` names it if it is missing.
    #[inline]
    pub fn next(&mut self, what: &'static str) -> Result<u64> {
        match self.ops.get(self.at) {
            Some(&op) => {
                self.at += 1;
                Ok(op)
            }
            None => Err(ReadError::new(self.bit, what)),
        }
    }

    /// The next operand as 32 bits.
    #[inline]
    pub fn next_u32(&mut self, what: &'static str) -> Result<u32> {
        let op = self.next(what)?;
        u32::try_from(op).map_err(|_| self.error(what, op))
    }

    /// The next operand, of those that older files lack.
    pub fn optional(&mut self) -> Option<u64> {
        let op = self.ops.get(self.at).copied()?;
        self.at += 1;
        Some(op)
    }

    /// The next operand, or zero where the record ends before it.
    pub fn or_zero(&mut self) -> u64 {
        self.optional().unwrap_or(0)
    }

    /// An error that blames `found`.
    pub fn error(&self, what: &'static str, found: u64) -> ReadError {
        ReadError::found(self.bit, what, found)
    }

    /// An error about the record.
    pub fn fault(&self, what: &'static str) -> ReadError {
        ReadError::new(self.bit, what)
    }
}

/// The characters of a text, one per operand. Text that is not UTF-8 is made so.
pub(super) fn text(ops: &[u64]) -> String {
    let bytes: Vec<u8> = ops.iter().map(|&c| c as u8).collect();
    text_of_bytes(bytes)
}

/// The same of bytes.
pub(super) fn text_of_bytes(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// A number whose sign is in its lowest bit.
#[inline]
pub(super) fn signed(op: u64) -> i64 {
    match op & 1 {
        0 => (op >> 1) as i64,
        // "Minus zero" stands for the least number.
        _ if op == 1 => i64::MIN,
        _ => ((op >> 1) as i64).wrapping_neg(),
    }
}

/// An alignment stored as its logarithm plus one; zero if there is none.
pub(super) fn alignment(fields: &Fields<'_>, exponent: u64) -> Result<Option<u64>> {
    match exponent {
        0 => Ok(None),
        1..=33 => Ok(Some(1 << (exponent - 1))),
        _ => Err(fields.error("an alignment of at most 2^32", exponent)),
    }
}
