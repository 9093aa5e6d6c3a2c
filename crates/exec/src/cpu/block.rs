//! Filling, copying and reading many bytes.

use memory::{Block, Lane, Memory, NeedsOffset, Value};
use numeric::Bits;
use solver::Path;
use term::Term;

use super::memory_access::check_arrays;
use crate::ask::{self, Findings, Known, Topic};
use crate::halt::{Access, Attempt, Fault, bad};
use crate::pointer;
use crate::symbolic::access::{Resolved, resolve, resolve_block};
use crate::symbolic::pointer::lane_term;

/// Checks that the two ranges of a `memcpy` do not overlap; they may be the same. Objects do not overlap, so only
/// offsets into one object are compared.
pub(crate) fn apart(m: Known<'_>, dst: &Value, src: &Value, len: &Value) -> Attempt {
    let overlaps = match (dst, src, len) {
        (&Value::Ptr { id: a, offset: x }, &Value::Ptr { id: b, offset: y }, &Value::Int(len)) => {
            a == b && x != y && x.abs_diff(y) < len
        }
        _ => {
            let (Some(a), Some(b)) = (m.values().pair(dst), m.values().pair(src)) else {
                return Ok(());
            };
            let shared = a.lane.ids().iter().any(|id| id.0 != 0 && b.lane.ids().contains(id));
            if !shared {
                return Ok(());
            }
            let (terms, len) = (m.terms(), m.term_of(len, Bits(64)));
            let within = |x: &Term, y: &Term| terms.ult(&terms.sub(x, y), &len);
            let meets = terms.or(&within(&a.offset, &b.offset), &within(&b.offset, &a.offset));
            let overlaps = terms.and(&terms.ne(&a.offset, &b.offset), &meets);
            let [a, b] = [&a.lane, &b.lane].map(|lane| lane_term(&m, lane));
            let overlaps = terms.and(&terms.eq(&a, &b), &overlaps);
            ask::decide(m, &overlaps, Topic::Defined)?
        }
    };
    if overlaps { Err(Fault::OverlappingCopy.into()) } else { Ok(()) }
}

/// Copies bytes between plain pointers; a fault says which side is wrong.
pub(crate) fn copy(memory: &mut Memory, dst: &Value, src: &Value, len: u64) -> Attempt {
    memory.check_read(src, len).map_err(|fault| bad(Access::Read, fault))?;
    memory.copy(dst, src, len).map_err(|fault| bad(Access::Write, fault))
}

/// The longest copy of known length that is made word by word if an address is not known.
const WORDS: u64 = 64;

/// Reads bytes at an address that may not be known, word by word; each word comes with its length.
pub(crate) fn load_words(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    at: &Value,
    len: u64,
) -> Attempt<Vec<(Value, u32)>> {
    let at = resolve(found.of(m), path, at, len, Access::Read)?;
    let words = (0..len).step_by(8).map(|start| (start, (len - start).min(8) as u32));
    let load = |(start, len)| {
        let value = match &at {
            Resolved::Plain(at) => {
                let at = pointer::offset(m, at, start);
                m.show(&at, u64::from(len));
                m.load(&at, len).map_err(|fault| bad(Access::Read, fault))?
            }
            Resolved::At { lane, offset } => {
                let offset = m.terms().add(offset, &m.terms().number(Bits(64), start));
                let loaded = m.load_at(lane, &offset, len);
                found.of(m).take(loaded)
            }
        };
        Ok((value, len))
    };
    words.map(load).collect()
}

/// Copies bytes where an address or the length is not known. Returns whether it did: it does not copy from or to vast
/// objects that hold pointers.
pub(crate) fn copy_at(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    dst: &Value,
    src: &Value,
    len: &Term,
) -> Attempt<bool> {
    if let Some(len) = len.as_const().map(|len| len.low_u64()).filter(|&len| len <= WORDS)
        && (len == 0 || copy_words(m, found, path, dst, src, len)?)
    {
        return Ok(true);
    }
    let known = found.of(m);
    let Some((from, start)) = resolve_block(known, path, src, len, Access::Read)? else {
        return Ok(true);
    };
    let Some((to, end)) = resolve_block(known, path, dst, len, Access::Write)? else {
        return Ok(true);
    };
    Ok(copy_block(m, found, path, (&to, &end), (&from, &start), len))
}

/// Copies bytes that are there to where there is room for them. Returns whether it did.
pub(crate) fn copy_block(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    (to, end): (&Lane, &Term),
    (from, start): (&Lane, &Term),
    len: &Term,
) -> bool {
    let from = Block { lane: from, offset: start };
    let copied = m.blocks().copy(Block { lane: to, offset: end }, from, len);
    finish_block(m, found, path, to, copied)
}

/// Sets bytes where the address or the length is not known. Returns whether it did, as for copies.
pub(crate) fn fill_at(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    dst: &Value,
    byte: &Value,
    len: &Term,
) -> Attempt<bool> {
    let known = found.of(m);
    let Some((lane, offset)) = resolve_block(known, path, dst, len, Access::Write)? else {
        return Ok(true);
    };
    let byte = m.term_of(byte, Bits(8));
    Ok(fill_block(m, found, path, (&lane, &offset), &byte, len))
}

/// Sets bytes that are there. Returns whether it did.
pub(crate) fn fill_block(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    (lane, offset): (&Lane, &Term),
    byte: &Term,
    len: &Term,
) -> bool {
    let filled = m.blocks().fill(Block { lane, offset }, len, byte);
    finish_block(m, found, path, lane, filled)
}

/// Notes what a block operation did; returns whether it was carried out.
fn finish_block(
    m: &Memory,
    found: Findings<'_>,
    path: &Path,
    lane: &Lane,
    made: Result<bool, NeedsOffset>,
) -> bool {
    if made == Ok(true) {
        found.of(m).note_number();
    }
    check_arrays(m, path, lane);
    made.is_ok()
}

/// Copies a few bytes where an address is not known, word by word, so that pointers stay pointers. Returns whether it
/// did: it does not if a pointer might be cut in two.
fn copy_words(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    dst: &Value,
    src: &Value,
    len: u64,
) -> Attempt<bool> {
    let to = resolve(found.of(m), path, dst, len, Access::Write)?;
    let words = load_words(m, found, path, src, len)?;
    let mut stores = words.iter().zip(0u64..).map(|((value, len), word)| (8 * word, *len, value));
    match &to {
        Resolved::Plain(to) => {
            for (at, len, value) in stores {
                let to = pointer::offset(m, to, at);
                m.store(&to, len, value).map_err(|fault| bad(Access::Write, fault))?;
            }
            Ok(true)
        }
        // Whether a word can be stored depends on those before it.
        Resolved::At { lane, offset } => {
            let stored = m.transact(|m| {
                stores.try_for_each(|(at, len, value)| {
                    let offset = m.terms().add(offset, &m.terms().number(Bits(64), at));
                    m.store_at(lane, &offset, len, value)?;
                    check_arrays(m, path, lane);
                    Ok::<(), NeedsOffset>(())
                })
            });
            Ok(stored.is_ok())
        }
    }
}

/// Sets bytes at a plain pointer; the value may be symbolic.
pub(crate) fn fill(memory: &mut Memory, dst: &Value, byte: &Value, len: u64) -> Attempt {
    let filled = match byte {
        Value::Int(byte) => memory.fill(dst, *byte as u8, len),
        byte => memory.fill_value(dst, byte, len),
    };
    filled.map_err(|fault| bad(Access::Write, fault))
}
