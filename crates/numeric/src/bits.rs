//! The unit of width: a number of bits.

use std::fmt;

/// A number of bits: the width of an integer, or an offset inside one.
///
/// Any count can be written; a [`Wide`](crate::Wide) needs a width from 1 to [`Bits::MAX`], and the
/// functions of [`small`](crate::small) one from 1 to 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits(pub u32);

impl Bits {
    /// The widest integer there is: no version of LLVM allows wider ones.
    pub const MAX: Bits = Bits(1 << 24);

    /// Whether an integer can have this width.
    #[inline]
    pub const fn is_integer_width(self) -> bool {
        self.0 >= 1 && self.0 <= Bits::MAX.0
    }

    /// How many bytes hold this many bits.
    #[inline]
    pub const fn bytes(self) -> usize {
        self.0.div_ceil(8) as usize
    }

    /// How many 64-bit limbs hold this many bits.
    #[inline]
    pub(crate) const fn limbs(self) -> usize {
        self.0.div_ceil(64) as usize
    }
}

/// Written as LLVM names the integer type of this width.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}
