//! The families of queries. Each is a list of queries that begin alike, as those along a path do.

use numeric::Bits;
use random::Random;
use std::rc::Rc;
use term::{BYTE, INDEX, Term, Terms};

/// Queries of one kind.
pub struct Family {
    /// What they are.
    pub name: String,
    /// Each a conjunction; the common beginning first.
    pub queries: Vec<Vec<Term>>,
}

const WORD: Bits = Bits(32);

/// The bytes of a symbolic input.
pub struct Input<'a> {
    /// The store.
    pub terms: &'a Terms,
    array: Term,
    length: u64,
}

impl<'a> Input<'a> {
    /// An input of so many bytes.
    pub fn new(terms: &'a Terms, length: u64) -> Input<'a> {
        Input { terms, array: terms.array("input", Some(length)), length }
    }

    /// One byte, at a random place.
    pub fn any(&self, random: &mut Random) -> Term {
        self.at(random.below(self.length))
    }

    fn at(&self, index: u64) -> Term {
        self.terms.select(&self.array, &self.terms.number(INDEX, index))
    }

    /// Two bytes at neighbouring places.
    fn pair(&self, random: &mut Random) -> (Term, Term) {
        let at = random.below(self.length - 1);
        (self.at(at), self.at(at + 1))
    }
}

/// A few constraints on a few bytes: what parsers ask.
pub fn small_bytes(terms: &Terms) -> Family {
    let input = Input::new(terms, 16);
    let mut random = Random::new(1);
    let queries = (0..2000)
        .map(|_| {
            let count = 1 + random.below(4);
            (0..count).map(|_| small_constraint(&input, &mut random)).collect()
        })
        .collect();
    Family { name: "small byte constraints".to_owned(), queries }
}

/// A branch as programs have them: comparisons of bytes, sums and words, and classes of characters.
pub fn small_constraint(input: &Input<'_>, random: &mut Random) -> Term {
    let terms = input.terms;
    let byte = |value| terms.number(BYTE, value);
    let constraint = match random.below(7) {
        0 => terms.eq(&input.any(random), &byte(random.below(128))),
        1 => terms.ult(&input.any(random), &byte(random.below(256))),
        2 => {
            let (a, b) = input.pair(random);
            terms.ult(&a, &b)
        }
        3 => {
            let (a, b) = input.pair(random);
            let sum = terms.add(&terms.zext(&a, WORD), &terms.zext(&b, WORD));
            terms.slt(&sum, &terms.number(WORD, random.below(510)))
        }
        4 => {
            let (a, b) = input.pair(random);
            let word = terms.concat(&b, &a);
            terms.ult(&word, &terms.number(Bits(16), random.below(65536)))
        }
        5 => {
            let (a, b) = input.pair(random);
            let mixed = terms.add(&terms.mul(&a, &byte(31)), &b);
            terms.eq(&terms.and(&mixed, &byte(7)), &byte(random.below(8)))
        }
        _ => {
            let class = terms.table(character_classes());
            let index = terms.zext(&input.any(random), INDEX);
            let mask = byte(1 << random.below(4));
            terms.eq(&terms.and(&terms.select(&class, &index), &mask), &byte(0))
        }
    };
    if random.below(2) == 0 { constraint } else { terms.not(&constraint) }
}

/// Digits, letters, blanks and punctuation, a bit each.
fn character_classes() -> Rc<[u8]> {
    (0..=255_u8)
        .map(|c| {
            u8::from(c.is_ascii_digit())
                | u8::from(c.is_ascii_alphabetic()) << 1
                | u8::from(c.is_ascii_whitespace()) << 2
                | u8::from(c.is_ascii_punctuation()) << 3
        })
        .collect()
}

/// Whether the table was written to before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stores {
    /// No.
    None,
    /// Twice, at symbolic indices.
    Two,
}

/// A little-endian word of 32 bits read from a constant table at a symbolic index, and asked about: equal
/// to a word that is there, to one that is not, and together with another symbol.
pub fn table(terms: &Terms, length: u64, stores: Stores) -> Family {
    let mut random = Random::new(length);
    let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
    let mut array = terms.table(bytes.clone().into());
    let index = terms.var("index", INDEX);
    let last = terms.number(INDEX, length - 4);
    let mut prefix = vec![terms.ule(&index, &last)];
    if stores == Stores::Two {
        for name in ["i", "j"] {
            let at = terms.var(name, INDEX);
            prefix.push(terms.ule(&at, &last));
            let value = terms.var(&format!("{name}_value"), BYTE);
            array = terms.store(&array, &at, &value);
        }
    }
    let byte = |k| terms.select(&array, &terms.add(&index, &terms.number(INDEX, k)));
    let word = (1..4).fold(byte(0), |word, k| terms.concat(&byte(k), &word));
    let other = terms.zext(&terms.var("other", BYTE), WORD);
    let queries = (0..60)
        .map(|number| {
            let at = random.below(length - 3) as usize;
            let there =
                u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            let there = terms.number(WORD, u64::from(there));
            let goal = match number % 3 {
                0 => terms.eq(&word, &there),
                1 => terms.eq(&word, &terms.number(WORD, random.next())),
                _ => terms.eq(&terms.add(&word, &other), &there),
            };
            [&prefix[..], &[goal]].concat()
        })
        .collect();
    let with = if stores == Stores::Two { ", after two symbolic stores" } else { "" };
    Family { name: format!("table of {length} bytes{with}"), queries }
}

/// Four bytes hashed by times 33 modulo 300, as hash tables do, and asked for a bucket.
pub fn hash(terms: &Terms) -> Family {
    let input = Input::new(terms, 4);
    let letters: Vec<Term> = (0..4).map(|k| input.at(k)).collect();
    let lower = |c: &Term| {
        let low = terms.ule(&terms.number(BYTE, u64::from(b'a')), c);
        terms.and(&low, &terms.ule(c, &terms.number(BYTE, u64::from(b'z'))))
    };
    let prefix: Vec<Term> = letters.iter().map(lower).collect();
    let hash = letters.iter().fold(terms.number(WORD, 5381), |hash, c| {
        terms.add(&terms.mul(&hash, &terms.number(WORD, 33)), &terms.zext(c, WORD))
    });
    let bucket = terms.urem(&hash, &terms.number(WORD, 300));
    let queries = (0..100)
        .map(|k| {
            let goal = terms.eq(&bucket, &terms.number(WORD, k * 3));
            [&prefix[..], &[goal]].concat()
        })
        .collect();
    Family { name: "times-33 hash modulo 300".to_owned(), queries }
}

/// A path of so many constraints over an input of 256 bytes: at each step a branch, of which the path
/// goes on with a side that is feasible.
pub fn growing_path(terms: &Terms, length: usize) -> Vec<Term> {
    let input = Input::new(terms, 256);
    let mut random = Random::new(33);
    (0..length).map(|_| small_constraint(&input, &mut random)).collect()
}
