//! What the rounds of a loop do to memory.

use ir::{Pc, Reg};
use memory::{Block, Lane, Memory, Value};
use numeric::Bits;
use term::{BYTE, INDEX, Term, Terms};

use super::Proven;
use super::linear::{Linear, quotient};
use super::round::{Assumed, Fixed, Followed, Moving, Refused, Round, Shape, Store, is_accessible};

/// A state after some rounds.
pub(super) struct Changed {
    pub memory: Memory,
    pub registers: Vec<(Reg, Value)>,
    /// The accesses to elements, each at the address of its first round.
    pub accesses: Vec<(Pc, Value)>,
}

/// Adds for how many rounds accesses to elements are in bounds, and do not interfere with each other or with fixed bytes.
pub(super) fn add_limits(round: &mut Round<'_>, limits: &mut Vec<Term>) -> Result<(), Refused> {
    let (reads, writes) = (round.reads.clone(), round.writes.clone());
    // All writes are carried out one after the other, so none may change what another copies.
    let is_written = |read: &Moving| writes.iter().any(|write| write.to.id == read.id);
    if writes.len() > 1 && reads.iter().any(is_written) {
        return Err(Refused);
    }
    for read in &reads {
        limits.push(in_bounds(round, read, false)?);
    }
    for (n, write) in writes.iter().enumerate() {
        limits.push(in_bounds(round, &write.to, true)?);
        if writes[..n].iter().any(|other| other.to.id == write.to.id) {
            return Err(Refused);
        }
        for (index, read) in reads.iter().enumerate().filter(|(_, read)| read.id == write.to.id) {
            limits.extend(not_yet_written(round, read, write, index < write.reads_before)?);
        }
        for place in &round.touched {
            limits.extend(before_fixed(round, &write.to, place)?);
        }
    }
    // What is read at an address that moves must not be fixed bytes that change.
    let changes = |read: &Moving| round.written.keys().any(|place| place.id == read.id);
    if reads.iter().any(changes) { Err(Refused) } else { Ok(()) }
}

/// For how many rounds an access is in bounds. The elements are adjacent.
fn in_bounds(round: &Round<'_>, access: &Moving, writes: bool) -> Result<Term, Refused> {
    let (m, terms) = (&round.memory, round.memory.terms());
    let object = m.object(access.id).ok_or(Refused)?;
    let (step, len) = (access.at.signed_step(), u64::from(access.len));
    if !is_accessible(object, writes) || step.unsigned_abs() != len || !len.is_power_of_two() {
        return Err(Refused);
    }
    let (start, size) = (&access.at.base, m.values().size_term(access.id));
    let (one, width) = (round.number(1), round.number(len));
    let fits = terms.and(&terms.ule(&width, &size), &terms.ule(start, &terms.sub(&size, &width)));
    let room = match step > 0 {
        true => quotient(terms, &terms.sub(&size, start), len),
        false => terms.add(&quotient(terms, start, len), &one),
    };
    Ok(terms.ite(&fits, &room, &round.number(0)))
}

/// For how many rounds a read gets what was there before the loop, if not for all.
fn not_yet_written(
    round: &Round<'_>,
    read: &Moving,
    write: &Store,
    comes_first: bool,
) -> Result<Option<Term>, Refused> {
    let terms = round.memory.terms();
    if read.at.step != write.to.at.step || read.len != write.to.len {
        return Err(Refused);
    }
    let len = u64::from(read.len);
    // How far the read is ahead of the write.
    let ahead = match read.at.signed_step() > 0 {
        true => terms.sub(&read.at.base, &write.to.at.base),
        false => terms.sub(&write.to.at.base, &read.at.base),
    };
    match ahead.as_small().map(|ahead| ahead as i64) {
        Some(0) if comes_first => Ok(None),
        Some(ahead) if ahead >= len as i64 => Ok(None),
        Some(ahead) if ahead <= -(len as i64) => Ok(Some(round.number(ahead.unsigned_abs() / len))),
        Some(_) => Err(Refused),
        None if !comes_first => Err(Refused),
        None => {
            let zero = round.number(0);
            let behind = quotient(terms, &terms.neg(&ahead), len);
            let is_behind = terms.slt(&ahead, &zero);
            // Where the two overlap in part, the first round is right, and so is none after it.
            let some = terms.ite(&terms.eq(&behind, &zero), &round.number(1), &behind);
            Ok(Some(terms.ite(&is_behind, &some, &round.number(u64::MAX))))
        }
    }
}

/// For how many rounds a write does not reach fixed bytes, if not for all.
fn before_fixed(round: &Round<'_>, write: &Moving, fixed: &Fixed) -> Result<Option<Term>, Refused> {
    if write.id != fixed.id {
        return Ok(None);
    }
    let start = write.at.base.as_small().ok_or(Refused)?;
    let (len, end) = (u64::from(write.len), fixed.offset + u64::from(fixed.len));
    let distance = match write.at.signed_step() > 0 {
        true if end <= start => return Ok(None),
        true => fixed.offset.checked_sub(start),
        false if start + len <= fixed.offset => return Ok(None),
        false => (start + len).checked_sub(end),
    };
    Ok(Some(round.number(distance.ok_or(Refused)? / len)))
}

impl Proven<'_> {
    /// The state after some rounds; none if memory cannot represent it.
    pub fn after(&mut self, rounds: &Term) -> Option<Changed> {
        let writes = self.round.writes.clone();
        let bytes: Option<Vec<Source>> =
            writes.iter().map(|write| source(&mut self.round, write, rounds)).collect();
        let mut memory = self.round.memory.clone();
        for (write, source) in writes.iter().zip(bytes?) {
            put(&mut memory, &write.to, rounds, source)?;
        }
        let Assumed { registers, fixed } = &self.assumed;
        for (place, linear) in fixed.iter().filter_map(|(p, l)| Some((p, l.as_ref()?))) {
            let value = linear.value_at(&memory, rounds);
            let at = Value::Ptr { id: place.id, offset: place.offset };
            memory.store(&at, place.len, &value).ok()?;
        }
        let at_end = |(reg, linear): (&Reg, &Linear)| (*reg, linear.value_at(&memory, rounds));
        let registers = registers.iter().map(at_end).collect();
        let moving = self.round.reads.iter().chain(writes.iter().map(|write| &write.to));
        let first = |of: &Moving| (of.pc, of.at.value_at(&memory, &self.round.number(0)));
        let accesses = moving.map(first).collect();
        Some(Changed { registers, accesses, memory })
    }
}

/// Elements that are larger terms are written one by one.
const LARGEST: usize = 512;

/// What is put into a range.
enum Source {
    /// This byte.
    Fill(Term),
    /// What another range held.
    Copy(Moving),
    /// An array, from index 0 on.
    Array(Term),
}

/// What a write of all rounds puts into its range.
fn source(round: &mut Round<'_>, write: &Store, rounds: &Term) -> Option<Source> {
    let Store { to, value, .. } = write;
    if let Some(Shape::Element(read)) = value.shape {
        let from = round.reads[read].clone();
        if from.len == to.len && from.at.step == to.at.step {
            return Some(Source::Copy(from));
        }
    }
    let element = round.term(value, to.len)?;
    // Computed from what another step computed, a word is made of four, each of which is made of four.
    if element.has_more_nodes_than(LARGEST) {
        return None;
    }
    let terms = round.memory.terms();
    match one_byte(terms, value, &element, to.len) {
        Some(byte) => Some(Source::Fill(byte)),
        None => Some(Source::Array(array_of(terms, &element, to, rounds))),
    }
}

/// The byte that an element consists of, if all its bytes are the same in all rounds.
fn one_byte(terms: &Terms, value: &Followed, element: &Term, len: u32) -> Option<Term> {
    let byte = |n: u32| terms.extract(element, 8 * n, BYTE);
    let first = byte(0);
    (value.shape.is_none() && (1..len).all(|n| byte(n) == first)).then_some(first)
}

/// The array of all elements. At a negative step, the last one comes first.
fn array_of(terms: &Terms, element: &Term, to: &Moving, rounds: &Term) -> Term {
    let (index, len) = (terms.bound(), u64::from(to.len));
    let number = |n: u64| terms.number(INDEX, n);
    let nth = terms.lshr(&index, &number(len.trailing_zeros().into()));
    let round = match to.at.signed_step() > 0 {
        true => nth,
        false => terms.sub(&terms.sub(rounds, &number(1)), &nth),
    };
    let element = terms.bind(element, &round);
    if len == 1 {
        return terms.lambda(&element);
    }
    let within = terms.and(&index, &number(len - 1));
    let bits = terms.extract(&terms.shl(&within, &number(3)), 0, Bits(8 * to.len));
    terms.lambda(&terms.extract(&terms.lshr(&element, &bits), 0, BYTE))
}

/// Writes a range.
fn put(memory: &mut Memory, to: &Moving, rounds: &Term, source: Source) -> Option<()> {
    let terms = memory.terms().clone();
    let len = terms.mul(rounds, &terms.number(INDEX, to.len.into()));
    let start = start(&terms, to, &len);
    let lane = Lane::One(to.id);
    let block = Block { lane: &lane, offset: &start };
    let by_number = match source {
        Source::Fill(byte) => memory.blocks().fill(block, &len, &byte),
        Source::Array(array) => memory.blocks().put(block, &len, array),
        Source::Copy(from) => {
            let (lane, offset) = (Lane::One(from.id), self::start(&terms, &from, &len));
            memory.blocks().copy(block, Block { lane: &lane, offset: &offset }, &len)
        }
    };
    (by_number == Ok(false)).then_some(())
}

/// Where a range of this many bytes begins.
fn start(terms: &Terms, of: &Moving, len: &Term) -> Term {
    match of.at.signed_step() > 0 {
        true => of.at.base.clone(),
        false => terms.sub(&terms.add(&of.at.base, &terms.number(INDEX, of.len.into())), len),
    }
}
