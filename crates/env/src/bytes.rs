//! Bytes of the world, as they are between files, pipes, output and the program's memory.

use std::ops::Range;

use term::Term;

/// Bytes in order, some of which may be symbolic.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bytes {
    /// Zero where the byte is symbolic.
    numbers: Vec<u8>,
    /// Positions and terms of eight bits, in order.
    terms: Vec<(usize, Term)>,
}

impl Bytes {
    /// How many.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// All of them; a symbolic one is zero here.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// The symbolic ones, with their positions, in order.
    pub fn terms(&self) -> &[(usize, Term)] {
        &self.terms
    }

    /// All of them, if none is symbolic.
    pub fn plain(&self) -> Option<&[u8]> {
        self.terms.is_empty().then_some(&self.numbers[..])
    }

    /// The numbers, if each symbolic byte is what `value` says.
    pub fn with(&self, value: impl Fn(&Term) -> u8) -> Vec<u8> {
        let mut numbers = self.numbers.clone();
        for (at, term) in &self.terms {
            numbers[*at] = value(term);
        }
        numbers
    }

    /// The term of a byte, if it is symbolic.
    pub fn term(&self, at: usize) -> Option<&Term> {
        let found = self.terms.binary_search_by_key(&at, |(at, _)| *at);
        found.ok().map(|index| &self.terms[index].1)
    }

    /// Adds a byte.
    pub fn push(&mut self, number: u8) {
        self.numbers.push(number);
    }

    /// Adds a symbolic byte.
    pub fn push_term(&mut self, term: Term) {
        match term.as_const() {
            Some(known) => self.numbers.push(known.low_u64() as u8),
            None => {
                self.terms.push((self.numbers.len(), term));
                self.numbers.push(0);
            }
        }
    }

    /// Adds more of them.
    pub fn append(&mut self, more: &Bytes) {
        let base = self.len();
        self.numbers.extend_from_slice(&more.numbers);
        self.terms.extend(more.terms.iter().map(|(at, term)| (base + at, term.clone())));
    }

    /// A copy of some.
    pub fn slice(&self, range: Range<usize>) -> Bytes {
        let terms = self.terms[self.among(&range)].iter();
        let terms = terms.map(|(at, term)| (at - range.start, term.clone())).collect();
        Bytes { numbers: self.numbers[range].to_vec(), terms }
    }

    /// Takes the first ones off.
    pub fn take_front(&mut self, len: usize) -> Bytes {
        let rest = self.slice(len..self.len());
        let mut front = std::mem::replace(self, rest);
        front.resize(len);
        front
    }

    /// Changes as many bytes as `new` has, from `at` on. They are there.
    pub fn overwrite(&mut self, at: usize, new: &Bytes) {
        let range = at..at + new.len();
        let old = self.among(&range);
        self.terms.splice(old, new.terms.iter().map(|(i, term)| (at + i, term.clone())));
        self.numbers[range].copy_from_slice(&new.numbers);
    }

    /// Sets the number of bytes; what is added is zero.
    pub fn resize(&mut self, len: usize) {
        let kept = self.among(&(0..len)).end;
        self.terms.truncate(kept);
        self.numbers.resize(len, 0);
    }

    /// Which of the terms are at positions in a range.
    fn among(&self, range: &Range<usize>) -> Range<usize> {
        let first = |bound: usize| self.terms.partition_point(|(at, _)| *at < bound);
        first(range.start)..first(range.end)
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(numbers: Vec<u8>) -> Bytes {
        Bytes { numbers, terms: Vec::new() }
    }
}

impl From<&[u8]> for Bytes {
    fn from(numbers: &[u8]) -> Bytes {
        numbers.to_vec().into()
    }
}

#[cfg(test)]
mod tests {
    use numeric::Bits;
    use term::Terms;

    use super::*;

    /// A byte as a list has it: a number, or the name of an input.
    type Plain = Result<u8, &'static str>;

    fn bytes(terms: &Terms, plain: &[Plain]) -> Bytes {
        let mut bytes = Bytes::default();
        for byte in plain {
            match byte {
                Ok(number) => bytes.push(*number),
                Err(name) => {
                    let array = terms.array(name, Some(1));
                    bytes.push_term(terms.select(&array, &terms.number(Bits(64), 0)));
                }
            }
        }
        bytes
    }

    #[test]
    fn as_a_list_of_bytes_would() {
        let terms = Terms::new();
        let list = [Ok(1), Err("a"), Ok(3), Err("b"), Err("c"), Ok(6)];
        let all = bytes(&terms, &list);
        for start in 0..=list.len() {
            for end in start..=list.len() {
                assert_eq!(all.slice(start..end), bytes(&terms, &list[start..end]));
                let new = [Err("x"), Ok(9), Err("y")];
                let new = &new[..(end - start).min(3)];
                let (mut changed, mut expected) = (all.clone(), list);
                changed.overwrite(start, &bytes(&terms, new));
                expected[start..start + new.len()].copy_from_slice(new);
                assert_eq!(changed, bytes(&terms, &expected));
            }
            let mut rest = all.clone();
            assert_eq!(rest.take_front(start), bytes(&terms, &list[..start]));
            assert_eq!(rest, bytes(&terms, &list[start..]));
            rest.append(&all);
            assert_eq!(rest, bytes(&terms, &[&list[start..], &list[..]].concat()));
        }
    }

    #[test]
    fn shorter_and_longer() {
        let terms = Terms::new();
        let mut some = bytes(&terms, &[Ok(1), Err("a"), Err("b")]);
        some.resize(2);
        some.resize(4);
        assert_eq!(some, bytes(&terms, &[Ok(1), Err("a"), Ok(0), Ok(0)]));
        assert_eq!(some.plain(), None);
        some.resize(1);
        assert_eq!(some.plain(), Some(&[1][..]));
    }
}
