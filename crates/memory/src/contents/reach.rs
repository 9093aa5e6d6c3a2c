//! Where an access at an unknown offset may land.
//!
//! The facts known about the offset give a range and known bits. Its form gives more: `24 * i + 8`, if it does not
//! wrap, is 8 more than a multiple of 24, so that in an array of structures a write to one field leaves the others
//! alone, whatever the index.

use std::collections::BTreeSet;
use std::ops::Range;

use term::{Binary, Facts, Form, INDEX, Term};

#[derive(Clone, Debug)]
pub(crate) struct Reach {
    facts: Facts,
    /// The offset is `residue` modulo this.
    modulus: u64,
    residue: u64,
    len: u64,
    /// The objects that may be met, in the order of their positions in the array. Invariant: they are disjoint, and
    /// each has an offset.
    spots: Vec<Spot>,
    /// Positions in the array at which the path does not let the access begin, although the rest says that it may.
    spared: BTreeSet<u64>,
}

/// A run of an object's bytes in an array: where it lies there, a multiple of eight, which byte of the object is its
/// first, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stretch {
    pub base: u64,
    pub start: u64,
    pub len: u64,
}

impl Stretch {
    /// All bytes of an object of a size.
    pub fn whole(base: u64, len: u64) -> Stretch {
        Stretch { base, start: 0, len }
    }

    /// The first offset behind it.
    pub fn end(&self) -> u64 {
        self.start + self.len
    }
}

/// An object in an array, as far as an access can meet it.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Where it starts, or the part of it that lies there; a multiple of eight.
    base: u64,
    /// The offset of what starts there.
    start: u64,
    /// The first and the last offset.
    low: u64,
    high: u64,
}

impl Spot {
    /// Where an offset lies in the array.
    fn place(&self, offset: u64) -> u64 {
        self.base + (offset - self.start)
    }
}

/// What is known of an index, or of the distance of two, modulo some number.
#[derive(Clone, Copy)]
pub(crate) struct Residue(Congruence);

impl Residue {
    pub fn of(term: &Term) -> Residue {
        Residue(congruence(term, 8))
    }

    pub fn minus(self, other: Residue) -> Residue {
        let (Residue(a), Residue(b)) = (self, other);
        let modulus = gcd(a.modulus, b.modulus);
        Residue(Congruence { modulus, remainder: a.remainder - b.remainder })
    }

    pub fn is_multiple_of(self, step: u64) -> bool {
        let Residue(Congruence { modulus, remainder }) = self;
        modulus.is_multiple_of(step) && remainder.rem_euclid(i128::from(step)) == 0
    }

    /// Whether two ranges whose starts are this far apart never overlap; the lengths are those of the first and the
    /// second one.
    pub fn keeps_apart(self, first: u64, second: u64) -> bool {
        let Residue(Congruence { modulus, remainder }) = self;
        if modulus == 0 {
            return false;
        }
        let distance = remainder.rem_euclid(i128::from(modulus)) as u64;
        distance >= second && modulus - distance >= first
    }
}

/// `remainder` modulo `modulus`; exactly `remainder` if the modulus is 0.
#[derive(Clone, Copy)]
struct Congruence {
    modulus: u64,
    remainder: i128,
}

impl Reach {
    /// Where an access of `len` bytes inside one of several objects may land, given where these start in their array
    /// and how large they are.
    pub fn among(offset: &Term, len: u64, objects: impl IntoIterator<Item = Stretch>) -> Reach {
        let facts = offset.facts().expect("offsets have 64 bits");
        let congruence = congruence(offset, 8);
        let modulus = congruence.modulus.max(1);
        let residue = congruence.remainder.rem_euclid(i128::from(modulus)) as u64;
        let spot = |of: Stretch| {
            let high = facts.high.min(of.end().checked_sub(len)?);
            let (base, start, low) = (of.base, of.start, facts.low.max(of.start));
            (low <= high).then_some(Spot { base, start, low, high })
        };
        let mut spots: Vec<Spot> = objects.into_iter().filter_map(spot).collect();
        spots.sort_unstable_by_key(|spot| spot.base);
        Reach { facts, modulus, residue, len, spots, spared: BTreeSet::new() }
    }

    /// Where a block that starts at an offset, whose length may be symbolic, may land inside one of several objects:
    /// each of its bytes is an access. In whole words, so that a pointer is included as a whole.
    pub fn of_block(
        offset: &Term,
        len: &Term,
        objects: impl IntoIterator<Item = Stretch>,
    ) -> Reach {
        let facts = |term: &Term| term.facts().expect("offsets and lengths have 64 bits");
        let (at, count) = (facts(offset), facts(len));
        let end = at.high.saturating_add(count.high);
        let spot = |of: Stretch| {
            let (low, end) = (at.low.max(of.start), end.min(of.end()));
            let high = end.next_multiple_of(8).min(of.end()).checked_sub(1)?;
            let (base, start) = (of.base, of.start);
            (low < end).then_some(Spot { base, start, low: low / 8 * 8, high })
        };
        let mut spots: Vec<Spot> = objects.into_iter().filter_map(spot).collect();
        spots.sort_unstable_by_key(|spot| spot.base);
        Reach::dense(spots)
    }

    /// Single bytes anywhere in some objects.
    fn dense(spots: Vec<Spot>) -> Reach {
        let (facts, spared) = (Facts::nothing(INDEX), BTreeSet::new());
        Reach { facts, modulus: 1, residue: 0, len: 1, spots, spared }
    }

    /// The same without some positions at which it may begin.
    pub fn sparing(&self, spared: BTreeSet<u64>) -> Reach {
        Reach { spared, ..self.clone() }
    }

    /// Whether positions were left out: what lies there is as it was on this path, but not on every other.
    pub fn is_sparing(&self) -> bool {
        !self.spared.is_empty()
    }

    /// The bytes that an access would meet at the positions that were left out, and meets at no other.
    pub fn spared_runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let bytes = self.spared.iter().flat_map(|&at| at..at + self.len).map(|at| at as usize);
        for byte in bytes.filter(|&byte| !self.hits(byte)) {
            match runs.last_mut() {
                Some(run) if byte < run.end => {}
                Some(run) if byte == run.end => run.end += 1,
                _ => runs.push(byte..byte + 1),
            }
        }
        runs
    }

    /// The same in whole words of contents of this many bytes, including everything between the first and the last
    /// word of an object.
    pub fn in_words(&self, len: u64) -> Reach {
        let widened = |spot: &Spot| {
            let (first, end) = (spot.place(spot.low), spot.place(spot.high) + self.len);
            let last = end.next_multiple_of(8).min(len) - 1;
            let (low, high) = (first / 8 * 8 - spot.base, last - spot.base);
            Spot { base: spot.base, start: 0, low, high }
        };
        let spots = self.spots.iter().map(widened).collect();
        Reach::dense(spots)
    }

    /// All bytes that may be met, and possibly some in between.
    pub fn bytes(&self) -> Range<usize> {
        let (Some(first), Some(last)) = (self.spots.first(), self.spots.last()) else {
            return 0..0;
        };
        first.place(first.low) as usize..(last.place(last.high) + self.len) as usize
    }

    /// Whether every offset is a multiple of eight.
    pub fn is_aligned(&self) -> bool {
        self.facts.zeros & 7 == 7
            || (self.modulus.is_multiple_of(8) && self.residue.is_multiple_of(8))
    }

    /// Whether there are gaps between the offsets, and at most `most` offsets.
    pub fn is_strided(&self, most: u64) -> bool {
        let count = |spot: &Spot| (spot.high - spot.low) / self.modulus + 1;
        let gaps = self.modulus > 1 || self.spots.len() > 1;
        gaps && self.spots.iter().map(count).fold(0, u64::saturating_add) <= most
    }

    /// Whether there are bytes between those that may be met.
    pub fn has_gaps(&self) -> bool {
        self.modulus > self.len || self.spots.len() > 1 || self.is_sparing()
    }

    fn may_be(&self, spot: &Spot, offset: u64) -> bool {
        (spot.low..=spot.high).contains(&offset)
            && offset & self.facts.zeros == 0
            && !offset & self.facts.ones == 0
            && offset % self.modulus == self.residue
            && !(self.is_sparing() && self.spared.contains(&spot.place(offset)))
    }

    /// The possible positions in the array, in order.
    pub fn offsets(&self) -> impl Iterator<Item = u64> {
        self.spots.iter().flat_map(|spot| {
            let (low, end) = (spot.low, spot.high + 1);
            let first = low + (self.residue + (self.modulus - low % self.modulus)) % self.modulus;
            let place = spot.place(first);
            let range = (first..end.max(first)).step_by(self.modulus as usize);
            let possible = range.filter(|&offset| self.may_be(spot, offset));
            possible.map(move |offset| place + (offset - first))
        })
    }

    /// Whether an access may begin at a position in the array.
    pub fn starts_at(&self, at: u64) -> bool {
        let after = self.spots.partition_point(|spot| spot.base <= at);
        let spot = after.checked_sub(1).map(|before| &self.spots[before]);
        spot.is_some_and(|spot| self.may_be(spot, at - spot.base + spot.start))
    }

    /// Whether a byte may be met.
    pub fn hits(&self, byte: usize) -> bool {
        let byte = byte as u64;
        let after = self.spots.partition_point(|spot| spot.base <= byte);
        let Some(spot) = after.checked_sub(1).map(|at| &self.spots[at]) else { return false };
        let offset = byte - spot.base + spot.start;
        (offset.saturating_sub(self.len - 1)..=offset).any(|offset| self.may_be(spot, offset))
    }

    /// Which of the 64 bytes from a position on may be met, as bits.
    pub fn of_chunk(&self, start: usize) -> u64 {
        (0..64).filter(|bit| self.hits(start + bit)).fold(0, |bits, bit| bits | 1 << bit)
    }

    /// The words that may be met, in order.
    pub fn words(&self) -> impl Iterator<Item = usize> {
        let mut last = None;
        let words =
            self.offsets().flat_map(|at| (at / 8) as usize..=((at + self.len - 1) / 8) as usize);
        words.filter(move |&word| {
            let new = last.is_none_or(|last| word > last);
            last = last.max(Some(word));
            new
        })
    }

    /// The runs of bytes that may be met; they may overlap.
    pub fn runs(&self) -> Box<dyn Iterator<Item = Range<usize>> + '_> {
        let free = self.facts.zeros | self.facts.ones == 0 && !self.is_sparing();
        let dense = self.modulus == 1 && free;
        if dense {
            let run = |spot: &Spot| {
                spot.place(spot.low) as usize..(spot.place(spot.high) + self.len) as usize
            };
            return Box::new(self.spots.iter().map(run));
        }
        Box::new(self.offsets().map(|at| at as usize..(at + self.len) as usize))
    }
}

/// Whether a term is known to be a multiple of eight.
pub(crate) fn is_word_aligned(term: &Term) -> bool {
    Residue::of(term).is_multiple_of(8)
}

/// What a term is modulo some number, as a signed integer that is not reduced by the width. `depth` bounds the
/// recursion into the term.
fn congruence(term: &Term, depth: u32) -> Congruence {
    let parts = match term.form() {
        Form::Const(number) => {
            return Congruence { modulus: 0, remainder: number.to_i128().unwrap_or(0) };
        }
        _ if depth == 0 => None,
        Form::Binary(Binary::Add, a, b) if fits(&a, &b, |x, y| x + y) => {
            let (a, b) = (congruence(&a, depth - 1), congruence(&b, depth - 1));
            Some((gcd(a.modulus, b.modulus), a.remainder + b.remainder))
        }
        Form::Binary(Binary::Mul, a, b) if fits(&a, &b, |x, y| x * y) => {
            let (a, b) = (congruence(&a, depth - 1), congruence(&b, depth - 1));
            match (a.modulus, b.modulus) {
                (modulus, 0) => times(modulus, a.remainder, b.remainder),
                (0, modulus) => times(modulus, b.remainder, a.remainder),
                _ => None,
            }
        }
        Form::Sext(of) => {
            let of = congruence(&of, depth - 1);
            Some((of.modulus, of.remainder))
        }
        _ => None,
    };
    match parts {
        Some((modulus, remainder)) if modulus != 1 => Congruence { modulus, remainder },
        _ => by_bits(term),
    }
}

fn times(modulus: u64, remainder: i128, factor: i128) -> Option<(u64, i128)> {
    let modulus = u64::try_from(i128::from(modulus).checked_mul(factor.checked_abs()?)?).ok()?;
    Some((modulus, remainder.checked_mul(factor)?))
}

/// Whether an operation on all values of two terms stays in the signed range of 64 bits, or of their width.
fn fits(a: &Term, b: &Term, result: impl Fn(i128, i128) -> i128) -> bool {
    let (Some(x), Some(y)) = (a.facts(), b.facts()) else { return false };
    let any = Facts::nothing(a.width());
    let range = i128::from(any.signed_low)..=i128::from(any.signed_high);
    [x.signed_low, x.signed_high].iter().all(|&p| {
        [y.signed_low, y.signed_high]
            .iter()
            .all(|&q| range.contains(&result(i128::from(p), i128::from(q))))
    })
}

/// The lowest bits, as far as they are known.
fn by_bits(term: &Term) -> Congruence {
    let Some(facts) = term.facts() else { return Congruence { modulus: 1, remainder: 0 } };
    let known = (facts.zeros | facts.ones).trailing_ones().min(term.width().0 - 1).min(62);
    let modulus = 1 << known;
    Congruence { modulus, remainder: i128::from(facts.ones & (modulus - 1)) }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use numeric::{Bits, Wide};
    use term::{Model, Shape, Symbol, Terms};

    use super::*;

    const SIZE: u64 = 200;

    /// Sums of scaled indices of eight bits, some of which wrap.
    fn offset(terms: &Terms, i: u64) -> Term {
        let number = |n: u64| terms.number(Bits(64), n);
        let [a, b] = ["a", "b"].map(|name| terms.var(name, Bits(8)));
        let narrow = terms.add(&terms.mul(&a, &terms.number(Bits(8), 1 + i % 5)), &b);
        let base = match i % 4 {
            0 => terms.sext(&a, Bits(64)),
            1 => terms.zext(&a, Bits(64)),
            2 => terms.sext(&narrow, Bits(64)),
            _ => terms
                .add(&terms.sext(&a, Bits(64)), &terms.mul(&terms.zext(&b, Bits(64)), &number(6))),
        };
        // Forty times the second to last is 24 modulo 2^64.
        let scale = [1, 3, 8, 24, 0x0666_6666_6666_6667, 40][i as usize / 4 % 6];
        let start = [0, 8, 5, (-48i64) as u64][i as usize / 24 % 4];
        let sum = terms.add(&terms.mul(&base, &number(scale)), &number(start));
        if i.is_multiple_of(3) { terms.and(&sum, &number(0xf8)) } else { sum }
    }

    #[test]
    fn every_offset_in_bounds_is_foreseen() {
        let terms = Terms::new();
        let name = |name: &str| Symbol { name: name.into(), shape: Shape::Vector(Bits(8)) };
        for i in 0..192 {
            let (term, len) = (offset(&terms, i), 1 + i % 8);
            let reach = Reach::among(&term, len, [Stretch::whole(0, SIZE)]);
            let offsets: Vec<u64> = reach.offsets().collect();
            let words: Vec<usize> = reach.words().collect();
            for (a, b) in (0..256).flat_map(|a| [0, 1, 2, 77, 128, 255].map(|b| (a, b))) {
                let mut model = Model::new();
                model.set(name("a"), Wide::from_u64(Bits(8), a));
                model.set(name("b"), Wide::from_u64(Bits(8), b));
                let at = model.eval(&term).low_u64();
                if at > SIZE - len {
                    continue;
                }
                assert!(offsets.contains(&at), "{term} is {at}: {reach:?}");
                for byte in at as usize..(at + len) as usize {
                    assert!(reach.runs().any(|run| run.contains(&byte)));
                    assert!(words.contains(&(byte / 8)));
                    assert!(reach.bytes().contains(&byte));
                }
                assert!(!reach.is_aligned() || at.is_multiple_of(8));
            }
        }
    }

    #[test]
    fn strides_are_seen_where_nothing_wraps() {
        let terms = Terms::new();
        let i = terms.sext(&terms.var("i", Bits(32)), Bits(64));
        let number = |n: u64| terms.number(Bits(64), n);
        let at = terms.add(&terms.mul(&i, &number(24)), &number(8));
        let offsets: Vec<u64> = Reach::among(&at, 4, [Stretch::whole(0, 80)]).offsets().collect();
        assert_eq!(offsets, [8, 32, 56]);
        // Modulo 2^64 the multiples of 24 are those of 8.
        let wide = terms.mul(&terms.var("w", Bits(64)), &number(24));
        let offsets: Vec<u64> = Reach::among(&wide, 8, [Stretch::whole(0, 32)]).offsets().collect();
        assert_eq!(offsets, [0, 8, 16, 24]);
    }
}
