//! Entries of tables by id, for an unknown id.
//!
//! A table of bases, sizes or addresses becomes a product if its entries grow evenly with the ids, like those of the
//! rows of a matrix; a table of the solver if there are many; and a choice if there are few.

use numeric::Bits;
use term::{BYTE, INDEX, Term, Terms};

use crate::value::symbolic::resized;
use crate::{Lane, ObjectId};

/// Up to this many ids are distinguished one by one; for more there is a table.
const CHAIN: usize = 8;

/// The most bytes of such a table.
const TABLE: u64 = 1 << 20;

/// The entry of an id among some, which are in order. If the entries grow evenly with the ids it is a product, so
/// that an index that goes through one object after the other is an index into one array.
pub(crate) fn by_id(terms: &Terms, id: &Term, entries: &[(ObjectId, u64)], width: Bits) -> Term {
    let number = |n: u64| terms.number(width, n);
    let usual = usual(entries);
    let others: Vec<_> = entries.iter().filter(|(_, entry)| *entry != usual).collect();
    if others.len() > 1
        && let Some(term) = evenly(terms, id, entries, width)
    {
        return term;
    }
    if others.len() > CHAIN
        && let Some(term) = in_table(terms, id, entries, width)
    {
        return term;
    }
    others.into_iter().fold(number(usual), |rest, &(of, entry)| {
        let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
        terms.ite(&here, &number(entry), &rest)
    })
}

/// A line through all entries.
fn evenly(terms: &Terms, id: &Term, entries: &[(ObjectId, u64)], width: Bits) -> Option<Term> {
    let [(first, start), (second, next), ..] = *entries else { return None };
    let run = u64::from(second.0 - first.0);
    let rise = next.checked_sub(start)?;
    let slope = rise.is_multiple_of(run).then(|| rise / run)?;
    let on = |&(id, entry): &(ObjectId, u64)| {
        let further = u64::from(id.0 - first.0).checked_mul(slope);
        further.and_then(|further| further.checked_add(start)) == Some(entry)
    };
    if !entries.iter().all(on) {
        return None;
    }
    let from = terms.sub(id, &terms.number(Lane::WIDTH, u64::from(first.0)));
    let scaled = terms.mul(&resized(terms, &from, width), &terms.number(width, slope));
    Some(terms.add(&scaled, &terms.number(width, start)))
}

/// A table of all ids from the first to the last.
fn in_table(terms: &Terms, id: &Term, entries: &[(ObjectId, u64)], width: Bits) -> Option<Term> {
    let (first, last) = (entries.first()?.0, entries.last()?.0);
    let size = u64::from(width.0 / 8);
    let len = (u64::from(last.0 - first.0) + 1) * size;
    let mut bytes = vec![0; usize::try_from(len).ok().filter(|_| len <= TABLE)?];
    for (id, entry) in entries {
        let at = ((id.0 - first.0) * size as u32) as usize;
        bytes[at..at + size as usize].copy_from_slice(&entry.to_le_bytes()[..size as usize]);
    }
    let table = terms.table(bytes.into());
    let from = terms.sub(id, &terms.number(Lane::WIDTH, u64::from(first.0)));
    let start = terms.mul(&terms.zext(&from, INDEX), &terms.number(INDEX, size));
    let byte = |k: u32| {
        let of = |entry: u64| entry >> (8 * k) & 0xff;
        let same = of(entries[0].1);
        match entries.iter().all(|(_, entry)| of(*entry) == same) {
            true => terms.number(BYTE, same),
            false => terms.select(&table, &terms.add(&start, &terms.number(INDEX, u64::from(k)))),
        }
    };
    Some((1..width.0 / 8).fold(byte(0), |low, k| terms.concat(&byte(k), &low)))
}

/// The most frequent entry; of several, the first.
fn usual(entries: &[(ObjectId, u64)]) -> u64 {
    let mut sorted: Vec<u64> = entries.iter().map(|(_, entry)| *entry).collect();
    sorted.sort_unstable();
    let mut best = (0, 0);
    for run in sorted.chunk_by(|a, b| a == b) {
        if run.len() > best.0 {
            best = (run.len(), run[0]);
        }
    }
    best.1
}
