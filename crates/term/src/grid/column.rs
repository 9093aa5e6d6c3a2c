//! Columns: the values of one term at all points of a grid, and the operators on them.

use crate::fold;
use crate::form::Binary;
use numeric::{Bits, Wide, small};
use std::borrow::Cow;
use std::rc::Rc;

/// The values of one term at all points of a grid.
#[derive(Clone, Debug)]
pub(super) enum Column {
    /// It is known at no point: it is an array, or an operand that it depends on is known nowhere.
    None,
    /// It is known at the points of the first, and means nothing at the others. Invariant: at some and not at all; the
    /// second is known everywhere.
    Known(Rc<[u64]>, Rc<Column>),
    /// The same everywhere.
    Same(u64),
    /// A truth value: a bit for each point, the first the lowest. Invariant: bits behind the last point are zero.
    Truths(Rc<[u64]>),
    /// Anything else of up to 64 bits.
    Numbers(Rc<[u64]>),
    /// More bits: one value for all points, or one for each.
    Wides(Rc<[Wide]>),
}

/// How many points a grid has, which all its columns have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points(pub usize);

impl Column {
    /// How many words it takes.
    pub fn weight(&self) -> usize {
        match self {
            Column::None | Column::Same(_) => 1,
            Column::Truths(words) | Column::Numbers(words) => words.len(),
            Column::Known(known, column) => known.len() + column.weight(),
            Column::Wides(values) => values.iter().map(|value| 1 + value.limbs().len()).sum(),
        }
    }

    /// Whether it is known, and the same everywhere.
    pub fn is_same(&self) -> bool {
        match self {
            Column::Same(_) => true,
            Column::Wides(values) => values.len() == 1,
            _ => false,
        }
    }

    /// Whether there are points at which it is not known.
    fn is_partial(&self) -> bool {
        matches!(self, Column::None | Column::Known(..))
    }
}

/// Where a truth value holds.
pub(super) fn bit(words: &[u64], point: usize) -> u64 {
    words[point / 64] >> (point % 64) & 1
}

impl Points {
    /// The words of a column of truth values.
    pub fn words(self) -> usize {
        self.0.div_ceil(64)
    }

    /// The bits of one of its words that stand for points.
    fn mask(self, word: usize) -> u64 {
        match (word + 1) * 64 <= self.0 {
            true => u64::MAX,
            false => small::mask(Bits((self.0 % 64) as u32)),
        }
    }

    /// A truth value from its words, whose bits behind the last point may be anything.
    fn truths(self, words: impl Iterator<Item = u64>) -> Column {
        let words: Rc<[u64]> = words.zip(0..).map(|(word, at)| word & self.mask(at)).collect();
        if words.iter().all(|word| *word == 0) {
            return Column::Same(0);
        }
        match words.iter().zip(0..).all(|(word, at)| *word == self.mask(at)) {
            true => Column::Same(1),
            false => Column::Truths(words),
        }
    }

    /// The column of these numbers.
    pub fn numbers(self, width: Bits, numbers: Vec<u64>) -> Column {
        if width == Bits(1) {
            let word = |bits: &[u64]| bits.iter().rev().fold(0, |word, bit| word << 1 | bit);
            return self.truths(numbers.chunks(64).map(word));
        }
        match numbers.iter().all(|number| *number == numbers[0]) {
            true => Column::Same(numbers[0]),
            false => Column::Numbers(numbers.into()),
        }
    }

    /// The numbers of a column.
    pub fn list(self, column: &Column) -> Cow<'_, [u64]> {
        match column {
            Column::Numbers(numbers) => Cow::Borrowed(numbers),
            Column::Truths(words) => (0..self.0).map(|point| bit(words, point)).collect(),
            Column::Same(number) => Cow::Owned(vec![*number; self.0]),
            Column::None | Column::Known(..) | Column::Wides(_) => {
                unreachable!("it is known everywhere, and has up to 64 bits")
            }
        }
    }

    /// The words of a truth value.
    pub fn bits(self, column: &Column) -> Cow<'_, [u64]> {
        match column {
            Column::Truths(words) => Cow::Borrowed(words),
            Column::Same(0) => Cow::Owned(vec![0; self.words()]),
            Column::Same(_) => (0..self.words()).map(|word| self.mask(word)).collect(),
            Column::Numbers(_) | Column::Wides(_) | Column::None | Column::Known(..) => {
                unreachable!("it is a truth value, and known everywhere")
            }
        }
    }

    /// A column as one that is known everywhere, whatever it says where it is not, and where it is.
    pub fn parts(self, column: &Column) -> (&Column, Column) {
        match column {
            Column::None => (&Column::Same(0), Column::Same(0)),
            Column::Known(known, column) => (column, Column::Truths(Rc::clone(known))),
            column => (column, Column::Same(1)),
        }
    }

    /// The points at which a column is known.
    pub fn known_at(self, column: &Column) -> impl Iterator<Item = usize> {
        (0..self.0).filter(move |point| match column {
            Column::None => false,
            Column::Known(known, _) => bit(known, *point) == 1,
            _ => true,
        })
    }

    /// The value at a point, if it is known and has up to 64 bits.
    pub fn at(self, column: &Column, point: usize) -> Option<u64> {
        match column {
            Column::None | Column::Wides(_) => None,
            Column::Known(known, column) => {
                (bit(known, point) == 1).then(|| self.at(column, point))?
            }
            Column::Same(number) => Some(*number),
            Column::Truths(words) => Some(bit(words, point)),
            Column::Numbers(numbers) => Some(numbers[point]),
        }
    }

    /// The column of these numbers, where they are known.
    pub fn known_numbers(self, width: Bits, numbers: &[Option<u64>]) -> Column {
        let known = numbers.iter().map(|number| u64::from(number.is_some())).collect();
        let numbers = numbers.iter().map(|number| number.unwrap_or(0)).collect();
        self.known(self.numbers(width, numbers), &self.numbers(Bits(1), known))
    }

    /// The value at a point, if it is known.
    pub fn wide_at(self, column: &Column, width: Bits, point: usize) -> Option<Wide> {
        match column {
            Column::Wides(values) => values.get(point).or(values.first()).cloned(),
            Column::Known(known, column) => {
                (bit(known, point) == 1).then(|| self.wide_at(column, width, point))?
            }
            column => Some(Wide::from_u64(width, self.at(column, point)?)),
        }
    }

    /// The column of these values, where they are known: one for all points, or one for each.
    pub fn known_wides(self, width: Bits, values: Vec<Option<Wide>>) -> Column {
        if let [Some(value)] = &values[..] {
            return match width.0 {
                0..=64 => Column::Same(value.low_u64()),
                _ => Column::Wides([value.clone()].into()),
            };
        }
        if width.0 <= 64 {
            let number = |value: &Option<Wide>| value.as_ref().map(Wide::low_u64);
            return self.known_numbers(width, &values.iter().map(number).collect::<Vec<_>>());
        }
        let known = values.iter().map(|value| u64::from(value.is_some())).collect();
        let values = values.into_iter().map(|value| value.unwrap_or_else(|| Wide::zero(width)));
        self.known(Column::Wides(values.collect()), &self.numbers(Bits(1), known))
    }

    /// A column that is known at some points only.
    fn known(self, column: Column, at: &Column) -> Column {
        match at {
            Column::Same(0) => Column::None,
            Column::Truths(known) => Column::Known(Rc::clone(known), Rc::new(column)),
            _ => column,
        }
    }

    /// A function of one operand.
    pub fn map(self, a: &Column, width: Bits, f: impl Fn(u64) -> u64) -> Column {
        match a {
            Column::None => Column::None,
            Column::Known(at, a) => Column::Known(Rc::clone(at), Rc::new(self.map(a, width, f))),
            Column::Same(a) => Column::Same(f(*a)),
            a => self.numbers(width, self.list(a).iter().map(|&a| f(a)).collect()),
        }
    }

    /// A function of two operands.
    pub fn zip(self, a: &Column, b: &Column, width: Bits, f: impl Fn(u64, u64) -> u64) -> Column {
        match (a, b) {
            (Column::None, _) | (_, Column::None) => Column::None,
            (Column::Same(a), Column::Same(b)) => Column::Same(f(*a, *b)),
            (a, Column::Same(b)) => self.map(a, width, |a| f(a, *b)),
            (Column::Same(a), b) => self.map(b, width, |b| f(*a, b)),
            (Column::Known(..), _) | (_, Column::Known(..)) => {
                let ((a, a_at), (b, b_at)) = (self.parts(a), self.parts(b));
                self.known(self.zip(a, b, width, f), &self.and(&a_at, &b_at))
            }
            (a, b) => {
                let (a, b) = (self.list(a), self.list(b));
                self.numbers(width, a.iter().zip(&*b).map(|(&a, &b)| f(a, b)).collect())
            }
        }
    }

    /// The complement.
    pub fn not(self, a: &Column, width: Bits) -> Column {
        match a {
            Column::Truths(words) => self.truths(words.iter().map(|word| !word)),
            Column::Known(at, a) => Column::Known(Rc::clone(at), Rc::new(self.not(a, width))),
            a => self.map(a, width, |a| small::not(a, width)),
        }
    }

    /// A choice.
    pub fn ite(self, c: &Column, a: &Column, b: &Column, width: Bits) -> Column {
        match (c, a, b) {
            (Column::None, ..) => Column::None,
            (Column::Same(0), _, b) => b.clone(),
            (Column::Same(_), a, _) => a.clone(),
            (c, a, b) if [c, a, b].into_iter().any(Column::is_partial) => {
                let ((c, c_at), (a, a_at), (b, b_at)) =
                    (self.parts(c), self.parts(a), self.parts(b));
                // The side that is not chosen does not matter.
                let at = self.and(&c_at, &self.ite(c, &a_at, &b_at, Bits(1)));
                self.known(self.ite(c, a, b, width), &at)
            }
            (c, a, b) if width == Bits(1) => {
                let (c, a, b) = (self.bits(c), self.bits(a), self.bits(b));
                let words = c.iter().zip(a.iter().zip(&*b));
                self.truths(words.map(|(c, (a, b))| c & a | !c & b))
            }
            (c, a, b) => {
                let (c, a, b) = (self.list(c), self.list(a), self.list(b));
                let all = c.iter().zip(a.iter().zip(&*b));
                // Without a branch: each bit of the condition becomes a mask.
                let chosen = all.map(|(&c, (&a, &b))| b ^ (a ^ b) & c.wrapping_neg());
                self.numbers(width, chosen.collect())
            }
        }
    }

    /// An operator on two operands of this width.
    pub fn binary(self, op: Binary, a: &Column, b: &Column, width: Bits) -> Column {
        let of = if op.is_comparison() { Bits(1) } else { width };
        match (op, a, b) {
            // What decides alone needs no other operand, and usually there is one.
            (Binary::And, Column::Same(0), _) | (Binary::And, _, Column::Same(0)) => {
                Column::Same(0)
            }
            (Binary::And | Binary::Or, a, b)
                if width == Bits(1) && (a.is_partial() || b.is_partial()) =>
            {
                self.partial(op, a, b)
            }
            (_, Column::None, _) | (_, _, Column::None) => Column::None,
            (_, Column::Truths(_), _) | (_, _, Column::Truths(_))
                if is_bitwise(op) && !a.is_partial() && !b.is_partial() =>
            {
                let (a, b) = (self.bits(a), self.bits(b));
                let words = a.iter().zip(&*b);
                self.truths(words.map(|(&a, &b)| match op {
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    Binary::Xor => a ^ b,
                    _ => !(a ^ b),
                }))
            }
            // The usual ones, each in a loop without other operators.
            (Binary::And, ..) => self.zip(a, b, of, |a, b| a & b),
            (Binary::Add, ..) => self.zip(a, b, of, |a, b| small::add(a, b, width)),
            (Binary::Eq, ..) => self.zip(a, b, of, |a, b| u64::from(a == b)),
            (Binary::Ult, ..) => self.zip(a, b, of, |a, b| u64::from(a < b)),
            _ => self.zip(a, b, of, |a, b| fold::small(op, a, b, width)),
        }
    }

    /// Whether both hold, of truth values.
    fn and(self, a: &Column, b: &Column) -> Column {
        self.binary(Binary::And, a, b, Bits(1))
    }

    /// `and` and `or` of truth values, one of which is not known everywhere: the other may decide alone.
    fn partial(self, op: Binary, a: &Column, b: &Column) -> Column {
        let ((a, a_at), (b, b_at)) = (self.parts(a), self.parts(b));
        let decides = |known: &Column, value: &Column| match op {
            Binary::And => self.and(known, &self.not(value, Bits(1))),
            _ => self.and(known, value),
        };
        let either = |a: &Column, b: &Column| self.binary(Binary::Or, a, b, Bits(1));
        let alone = either(&decides(&a_at, a), &decides(&b_at, b));
        let at = either(&self.and(&a_at, &b_at), &alone);
        self.known(self.binary(op, a, b, Bits(1)), &at)
    }
}

/// Whether an operator on truth values works on each bit of a word.
fn is_bitwise(op: Binary) -> bool {
    matches!(op, Binary::And | Binary::Or | Binary::Xor | Binary::Eq)
}
