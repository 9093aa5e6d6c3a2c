//! Why a file could not be read: where, and what was expected there.

use std::borrow::Cow;
use std::fmt;

/// A malformed, truncated or unsupported file. The caller knows the file's name and adds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The bit, counted from the start of the bytes given, where reading failed: the start of the
    /// record or block at fault.
    pub bit: u64,
    /// What should have been there.
    pub expected: Cow<'static, str>,
    /// The number that was there instead, if it is a number that is wrong.
    pub found: Option<u64>,
}

impl ReadError {
    pub(crate) fn new(bit: u64, expected: impl Into<Cow<'static, str>>) -> Self {
        ReadError { bit, expected: expected.into(), found: None }
    }

    pub(crate) fn found(bit: u64, expected: impl Into<Cow<'static, str>>, found: u64) -> Self {
        ReadError { bit, expected: expected.into(), found: Some(found) }
    }

    /// The same error in a file of which the bytes read are only a part.
    pub(crate) fn shifted(mut self, bits: u64) -> Self {
        self.bit = self.bit.saturating_add(bits);
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bit {}: expected {}", self.bit, self.expected)?;
        match self.found {
            Some(number) => write!(f, ", found {number}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadError {}

/// What reading gives.
pub(crate) type Result<T> = std::result::Result<T, ReadError>;
