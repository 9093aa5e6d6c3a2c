//! Where in an object a pointer may point: at a known byte, at the same byte of every element of an
//! array, or anywhere.
//!
//! Contents are distinguished by words of eight bytes, so only arrays of whole words have elements here:
//! any other array counts as one. A pointer that moves byte by byte soon points anywhere; one that moves
//! from field to field stays exact.

/// The unit by which contents are distinguished, in bytes.
pub const WORD: u32 = 8;

/// Known offsets are below this.
pub const FAR: u32 = 2048;

/// An offset into an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offset {
    /// This byte.
    At(u32),
    /// `rest + n * stride` for any `n`. The stride is a multiple of the word, and longer than one.
    Every {
        /// Less than the stride.
        rest: u32,
        /// The size of an element.
        stride: u32,
    },
    /// Any byte.
    Any,
}

/// How far a pointer moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shift {
    /// By this many bytes.
    By(i64),
    /// By a multiple of this many bytes.
    Stride(u32),
    /// By any number of bytes.
    Anywhere,
}

impl Offset {
    /// Every element of an array.
    fn every(rest: i64, stride: u32) -> Offset {
        if !stride.is_multiple_of(WORD) || stride <= WORD || stride > FAR {
            return Offset::Any;
        }
        Offset::Every { rest: rest.rem_euclid(i64::from(stride)) as u32, stride }
    }

    /// The offset after a move, in an object whose words are distinguished within `limit` bytes. Beyond the end of
    /// the object is anywhere: what goes there comes back by a way that is not followed.
    pub fn moved(self, shift: Shift, limit: u32) -> Offset {
        match (self, shift) {
            (Offset::Any, _) | (_, Shift::Anywhere) => Offset::Any,
            (offset, Shift::By(0)) => offset,
            (Offset::At(at), Shift::By(by)) => {
                let to = i64::from(at).saturating_add(by);
                let aligned = at.is_multiple_of(WORD) || to % i64::from(WORD) == 0;
                match u32::try_from(to) {
                    Ok(to) if aligned && to <= limit => Offset::At(to),
                    _ => Offset::Any,
                }
            }
            (Offset::At(at), Shift::Stride(stride)) => Offset::every(at.into(), stride),
            (Offset::Every { rest, stride }, Shift::By(by)) => {
                Offset::every(i64::from(rest).wrapping_add(by % i64::from(stride)), stride)
            }
            (Offset::Every { rest, stride }, Shift::Stride(other)) => {
                Offset::every(rest.into(), gcd(stride, other))
            }
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_exact_and_bytes_are_not() {
        let at = |n| Offset::At(n);
        assert_eq!(at(8).moved(Shift::By(12), 64), at(20));
        assert_eq!(at(20).moved(Shift::By(-12), 64), at(8));
        assert_eq!(at(0).moved(Shift::By(1), 64).moved(Shift::By(1), 64), Offset::Any);
        assert_eq!(at(64).moved(Shift::By(8), 64), Offset::Any);
        assert_eq!(at(0).moved(Shift::By(-8), 64), Offset::Any);
    }

    #[test]
    fn elements_of_arrays() {
        let field = Offset::At(8).moved(Shift::Stride(24), 64);
        assert_eq!(field, Offset::Every { rest: 8, stride: 24 });
        assert_eq!(field.moved(Shift::By(-16), 64), Offset::Every { rest: 16, stride: 24 });
        assert_eq!(field.moved(Shift::Stride(16), 64), Offset::Any);
        let wider = field.moved(Shift::Stride(48), 64);
        assert_eq!(wider, field);
        assert_eq!(Offset::At(0).moved(Shift::Stride(8), 64), Offset::Any);
        assert_eq!(Offset::At(0).moved(Shift::Stride(12), 64), Offset::Any);
    }
}
