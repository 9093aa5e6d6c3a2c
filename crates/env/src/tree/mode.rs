//! Permission bits, which a program may compute from its input.
//!
//! What the program may do with a file depends on few of its bits: those are asked for when the file gets them. The
//! others only show in what `stat` says, and stay as they were given.

use numeric::Bits;
use term::{Term, Terms};

/// The type that the C library has for them.
const WIDTH: Bits = Bits(32);

/// The permission bits of a file, or those that new files do not get.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Mode {
    bits: u32,
    given: Option<Term>,
}

impl Mode {
    /// Symbolic bits, of which these are known to be set among all that the access of the program depends on.
    pub fn symbolic(bits: u32, given: Term) -> Mode {
        Mode { bits, given: Some(given) }
    }

    /// The bits; of symbolic ones those that the access of the program depends on.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// All bits as they were given, if some are symbolic.
    pub fn given(&self) -> Option<&Term> {
        self.given.as_ref()
    }

    /// All bits.
    pub fn term(&self, terms: &Terms) -> Term {
        self.given.clone().unwrap_or_else(|| terms.number(WIDTH, self.bits.into()))
    }
}

impl From<u32> for Mode {
    fn from(bits: u32) -> Mode {
        Mode { bits, given: None }
    }
}
