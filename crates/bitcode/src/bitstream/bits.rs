//! Numbers of any width at any bit.
//!
//! Reading cannot fail: past the end of the bytes there are only zeros, and the reader of a record
//! checks afterwards how far it went.

/// A position in bytes, counted in bits.
pub(crate) struct Bits<'a> {
    /// All bytes.
    pub bytes: &'a [u8],
    /// The bit that is read next.
    pub position: u64,
    /// Whether a number did not fit into 64 bits.
    pub overlong: bool,
}

impl<'a> Bits<'a> {
    /// The start of some bytes, or the bit `position` of them.
    pub fn new(bytes: &'a [u8], position: u64) -> Self {
        Bits { bytes, position, overlong: false }
    }

    /// The next 57 bits at least, lowest first; zeros past the end.
    #[inline]
    fn peek(&self) -> u64 {
        let byte = (self.position >> 3) as usize;
        let rest = self.bytes.get(byte..).unwrap_or(&[]);
        let word = match rest.first_chunk::<8>() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => {
                let mut chunk = [0; 8];
                chunk[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(chunk)
            }
        };
        word >> (self.position & 7)
    }

    /// A number of `width` bits.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> u64 {
        if width <= 56 {
            let value = self.peek() & ((1 << width) - 1);
            self.position += u64::from(width);
            value
        } else {
            let low = self.fixed(32);
            low | self.fixed(width - 32) << 32
        }
    }

    /// A number in groups of `width` bits, of which the highest says whether another one follows.
    #[inline]
    pub fn vbr(&mut self, width: u32) -> u64 {
        let first = self.fixed(width);
        let more = 1 << (width - 1);
        if first & more == 0 { first } else { self.vbr_rest(width, first ^ more) }
    }

    fn vbr_rest(&mut self, width: u32, first: u64) -> u64 {
        let more = 1 << (width - 1);
        let mut value = first;
        let mut shift = width - 1;
        loop {
            let group = self.fixed(width);
            let bits = group & (more - 1);
            if shift >= 64 || (bits << shift) >> shift != bits {
                self.overlong = true;
                return 0;
            }
            value |= bits << shift;
            shift += width - 1;
            if group & more == 0 {
                return value;
            }
        }
    }

    /// Goes on to the next multiple of 32 bits.
    pub fn align32(&mut self) {
        self.position = self.position.next_multiple_of(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_and_vbr_numbers() {
        // 0b101, then 0b1_10100 0b0_00001 (52 in groups of six), lowest bits first.
        let word: u64 = 0b101 | 0b110100 << 3 | 0b000001 << 9;
        let bytes = word.to_le_bytes();
        let mut bits = Bits::new(&bytes, 0);
        assert_eq!(bits.fixed(3), 0b101);
        assert_eq!(bits.vbr(6), 0b10100 | 1 << 5);
        assert_eq!(bits.position, 15);
    }

    #[test]
    fn wide_fixed_numbers_at_any_bit() {
        let value = 0xfedc_ba98_7654_3210_u64;
        for shift in 0..8 {
            let bytes = (u128::from(value) << shift).to_le_bytes();
            assert_eq!(Bits::new(&bytes, shift).fixed(64), value);
        }
    }

    #[test]
    fn overlong_numbers_are_noted() {
        let bytes = [0xff; 64];
        let mut bits = Bits::new(&bytes, 0);
        bits.vbr(6);
        assert!(bits.overlong);
    }

    #[test]
    fn past_the_end_is_zero() {
        let mut bits = Bits::new(&[0xff], 0);
        assert_eq!(bits.fixed(16), 0xff);
        assert_eq!(bits.position, 16);
    }
}
