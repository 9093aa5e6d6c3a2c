//! What a descent claims about the inputs: that bits are zero, or bytes of an array.
//!
//! Most of a big input is zero in the least model. So one claim may stand for thousands of bits, or for all the bytes
//! of an array; a claim that cannot hold is split into a few smaller ones, down to single bits.
//!
//! That bytes of an array are zero is expressed by its reads: each read whose index lies among these bytes gives
//! zero. A byte that no read touches can be zero anyway, so nothing else has to be stated.

use crate::aig::Lit;
use crate::blast::{Blaster, Call};
use crate::query::{Digit, Unknown};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;
use term::{BYTE, Form, INDEX, Term, Terms};

/// How many parts a claim is split into.
const PARTS: usize = 16;

/// Inputs of more bits than this are not claimed bit by bit from the start.
const FEW_BITS: u64 = 1 << 12;

/// A claim that a part of the input is zero.
pub(super) enum Claim {
    /// One bit.
    Bit(Lit),
    /// Several, the most important first.
    Bits(Vec<Lit>),
    /// Bytes of an array from one index to another, both included.
    Bytes {
        array: Term,
        first: u64,
        last: u64,
        /// What is stated for each read at an unknown index.
        reads: Vec<Term>,
    },
}

/// Where the constraints of a query read free arrays.
#[derive(Default)]
pub(super) struct Reads {
    /// By the number of the array.
    arrays: HashMap<u32, ArrayReads>,
}

#[derive(Default)]
struct ArrayReads {
    known: BTreeSet<u64>,
    unknown: Vec<Term>,
}

impl Reads {
    /// The reads in all terms below some.
    pub(super) fn below(roots: &[Term]) -> Reads {
        let mut reads = Reads::default();
        let mut seen: HashSet<u32> = HashSet::new();
        let mut indices: HashSet<(u32, u32)> = HashSet::new();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term.id()) {
                continue;
            }
            stack.extend(term.operands());
            if let Form::Select(array, index) = term.form()
                && let Some(base) = free_base(array)
                && indices.insert((base.id(), index.id()))
            {
                let reads = reads.arrays.entry(base.id()).or_default();
                match index.as_const() {
                    Some(at) => drop(reads.known.insert(at.low_u64())),
                    None => reads.unknown.push(index),
                }
            }
        }
        reads
    }
}

/// The free array below stores, if the array below them is free.
fn free_base(mut array: Term) -> Option<Term> {
    loop {
        match array.form() {
            Form::Store(below, ..) => array = below,
            Form::Array(_) => return Some(array),
            _ => return None,
        }
    }
}

/// Makes claims over the graph of a blaster.
pub(super) struct Claims<'a> {
    pub(super) blaster: &'a mut Blaster,
    pub(super) call: Call<'a>,
    pub(super) reads: Reads,
    /// Whether the query has reads that the graph leaves open.
    pub(super) is_open: bool,
}

impl Claims<'_> {
    /// The claims that all of the input is zero, in the order of its digits: bit by bit if it is small and all of it
    /// is in the graph.
    pub(super) fn all(&mut self, order: &[Digit]) -> Result<Vec<Claim>, Unknown> {
        let is_small = bits_of(order).is_some_and(|bits| bits <= FEW_BITS);
        let add = |claims: &mut Vec<Claim>, bits: Vec<Lit>| match is_small {
            true => claims.extend(bits.into_iter().map(Claim::Bit)),
            false => claims.extend(as_claim(bits)),
        };
        let (mut claims, mut bits) = (Vec::new(), Vec::new());
        for digit in order {
            match digit {
                Digit::Word(term) => self.extend_by_word(&mut bits, term)?,
                Digit::Bytes { array, first, last } if is_small && !self.is_open => {
                    for at in *first..=*last {
                        self.extend_by_byte(&mut bits, array, at)?;
                    }
                }
                Digit::Bytes { array, first, last } => {
                    add(&mut claims, std::mem::take(&mut bits));
                    claims.push(self.bytes(array, *first, *last));
                }
            }
        }
        add(&mut claims, bits);
        Ok(claims)
    }

    /// The parts of a claim.
    pub(super) fn split(&mut self, claim: Claim) -> Result<Vec<Claim>, Unknown> {
        match claim {
            Claim::Bit(_) => unreachable!("a bit has no parts"),
            Claim::Bits(bits) => {
                let size = bits.len().div_ceil(PARTS);
                Ok(bits.chunks(size).filter_map(|part| as_claim(part.to_vec())).collect())
            }
            Claim::Bytes { array, first, last, .. } if first == last => {
                let mut bits = Vec::new();
                self.extend_by_byte(&mut bits, &array, first)?;
                Ok(bits.into_iter().map(Claim::Bit).collect())
            }
            Claim::Bytes { array, first, last, .. } => {
                let step = (last - first) / PARTS as u64 + 1;
                let starts =
                    (0..PARTS as u64).map(|part| first.checked_add(part.checked_mul(step)?));
                let starts = starts.flatten().take_while(|start| *start <= last);
                Ok(starts
                    .map(|start| {
                        self.bytes(&array, start, start.saturating_add(step - 1).min(last))
                    })
                    .collect())
            }
        }
    }

    /// A literal that implies a claim.
    pub(super) fn literal(&mut self, claim: &Claim) -> Result<Lit, Unknown> {
        match claim {
            Claim::Bit(bit) => Ok(!*bit),
            Claim::Bits(bits) => {
                let clear: Vec<Lit> = bits.iter().map(|bit| !*bit).collect();
                Ok(self.blaster.all(&clear))
            }
            Claim::Bytes { array, first, last, reads } => {
                let mut known: BTreeSet<u64> = self.blaster.known_bytes(array, *first..=*last);
                if let Some(reads) = self.reads.arrays.get(&array.id()) {
                    known.extend(reads.known.range(*first..=*last));
                }
                let mut bits = Vec::new();
                for at in known {
                    self.extend_by_byte(&mut bits, array, at)?;
                }
                let mut holds: Vec<Lit> = bits.into_iter().map(|bit| !bit).collect();
                for read in reads {
                    holds.push(self.blaster.literal(self.call, read)?);
                }
                Ok(self.blaster.all(&holds))
            }
        }
    }

    /// The claim that bytes of an array are zero.
    fn bytes(&self, array: &Term, first: u64, last: u64) -> Claim {
        let terms = self.call.terms;
        let indices = self.reads.arrays.get(&array.id()).map_or(&[][..], |reads| &reads.unknown);
        let reads = indices.iter().filter(|index| may_lie(index, first, last));
        let reads = reads.map(|index| zero_between(terms, array, index, first, last)).collect();
        Claim::Bytes { array: array.clone(), first, last, reads }
    }

    fn extend_by_byte(
        &mut self,
        bits: &mut Vec<Lit>,
        array: &Term,
        at: u64,
    ) -> Result<(), Unknown> {
        let terms = self.call.terms;
        self.extend_by_word(bits, &terms.select(array, &terms.number(INDEX, at)))
    }

    fn extend_by_word(&mut self, bits: &mut Vec<Lit>, term: &Term) -> Result<(), Unknown> {
        let word = self.blaster.word(self.call, term)?;
        bits.extend(word.iter().rev().filter(|bit| bit.as_constant().is_none()));
        Ok(())
    }
}

fn as_claim(bits: Vec<Lit>) -> Option<Claim> {
    match bits[..] {
        [] => None,
        [bit] => Some(Claim::Bit(bit)),
        _ => Some(Claim::Bits(bits)),
    }
}

/// How many bits an order has, if they can be counted.
fn bits_of(order: &[Digit]) -> Option<u64> {
    order.iter().try_fold(0u64, |sum, digit| match digit {
        Digit::Word(term) => sum.checked_add(u64::from(term.width().0)),
        Digit::Bytes { first, last, .. } => {
            sum.checked_add((last - first).checked_add(1)?.checked_mul(u64::from(BYTE.0))?)
        }
    })
}

/// Whether an index can lie between two others, by what is known of it.
fn may_lie(index: &Term, first: u64, last: u64) -> bool {
    index.facts().is_none_or(|facts| facts.low <= last && first <= facts.high)
}

/// States that a read gives zero if its index lies between two others.
fn zero_between(terms: &Terms, array: &Term, index: &Term, first: u64, last: u64) -> Term {
    let number = |number| terms.number(INDEX, number);
    let zero = terms.eq(&terms.select(array, index), &terms.number(BYTE, 0));
    let before = terms.ult(index, &number(first));
    let after = terms.ult(&number(last), index);
    terms.or(&terms.or(&before, &after), &zero)
}
