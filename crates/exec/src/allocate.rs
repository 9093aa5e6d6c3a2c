//! Allocation of objects, of symbolic size too.
//!
//! An object of symbolic size reserves a range of addresses, its capacity. A path forks where the size may exceed it:
//! a size larger than any object can have fails, as it would natively; of the sizes in between, one is picked.

use memory::{Birth, Kind, MAX_OBJECT, Memory, ObjectId, Site, Value};
use numeric::Bits;
use term::Term;

use crate::ask::{self, Findings, Known, Topic, decide};
use crate::halt::Attempt;

const WORD: Bits = Bits(64);

/// Allocates an object of a size that may be symbolic. `None` if the allocation fails.
pub(crate) fn allocate(
    m: &mut Memory,
    found: Findings<'_>,
    birth: Birth,
    kind: Kind,
    size: &Value,
    align: u64,
    site: Site,
) -> Attempt<Option<ObjectId>> {
    let Value::Symbolic(_) = size else {
        return Ok(m.allocate_as(birth, kind, m.bits(size), align, site));
    };
    let (terms, size) = (m.terms().clone(), m.term_of(size, WORD));
    let at_most = |most: u64| terms.ule(&size, &terms.number(WORD, most));
    // Nothing is larger than what is left of the stack, or than any object can be.
    let most = if kind == Kind::Local { m.stack().room() } else { MAX_OBJECT };
    let capacity = m.symbolic_capacity().0.min(most);
    if decide(found.of(m), &at_most(capacity), Topic::Number)? {
        return Ok(m.allocate_sized(birth, kind, &size, capacity, align, site));
    }
    if !decide(found.of(m), &at_most(most), Topic::Number)? {
        if kind == Kind::Heap {
            m.note_refused(size.facts().map_or(0, |facts| facts.low));
        }
        return Ok(None);
    }
    let size = ask::pick(found.of(m), &size)?;
    Ok(m.allocate_as(birth, kind, size, align, site))
}

/// The product of two sizes; `None` if it is too large for 64 bits.
pub(crate) fn product(m: Known<'_>, a: &Value, b: &Value) -> Attempt<Option<Value>> {
    if !a.is_symbolic() && !b.is_symbolic() {
        return Ok(m.bits(a).checked_mul(m.bits(b)).map(Value::Int));
    }
    let terms = m.terms();
    let [a, b] = [a, b].map(|v| terms.zext(&m.term_of(v, WORD), Bits(128)));
    let whole: Term = terms.mul(&a, &b);
    let high = terms.extract(&whole, 64, WORD);
    if !decide(m, &terms.eq(&high, &terms.number(WORD, 0)), Topic::Number)? {
        return Ok(None);
    }
    Ok(Some(Value::term(terms.extract(&whole, 0, WORD))))
}
