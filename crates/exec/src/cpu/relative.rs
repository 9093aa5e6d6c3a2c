//! Tables of distances (`llvm.load.relative`).
//!
//! In position-independent code a table of addresses is a table of distances from itself, of 32 bits each.
//! Regions of objects are farther apart than that, and a sum belongs to the object of its base. So a distance in a
//! constant is stored as the low half of a pointer to the target, whose number is the whole distance ([`distance`]);
//! contents copy it like any other part of a pointer. Adding the base gives the pointer back.

use std::iter::StepBy;
use std::ops::RangeInclusive;

use ir::{Const, ConstTree, IntBinary, Operand, Reg};
use memory::{Lane, Memory, ObjectId, Value};
use numeric::Bits;
use term::Term;

use super::{Cpu, used};
use crate::ask::{self, Topic};
use crate::halt::{Access, Attempt, bad};
use crate::machine::Machine;
use crate::symbolic::access::{Resolved, resolve};
use crate::{constant, pointer, symbolic};

/// Bytes of a distance.
const WIDTH: u64 = 4;

/// A table of up to this many distances is read at an unknown index without a fork.
const MOST_CHOICES: u64 = 256;

/// The difference of two addresses, as a pointer into the object of the first.
pub(crate) fn distance(machine: &Machine, memory: &Memory, constant: &Const) -> Option<Value> {
    let Const::Tree(tree) = constant else { return None };
    let ConstTree::Binary { op: IntBinary::Sub, bits: 64, a, b } = &**tree else { return None };
    let [to, from] = [a, b].map(|c| constant::value(machine, memory, c).value);
    let Value::Ptr { id, offset } = to else { return None };
    Some(Value::Ptr { id, offset: offset.wrapping_sub(memory.bits(&from)) })
}

impl Cpu<'_> {
    #[inline(never)]
    pub fn load_relative(&mut self, dst: Reg, base: Operand, ptr: Operand) -> Attempt {
        used(self.get(ptr))?;
        let (base, at) = (self.get(base).clone(), self.get(ptr).clone());
        let address = match resolve(self.known(), self.path, &at, WIDTH, Access::Read)? {
            Resolved::Plain(at) => {
                let base = symbolic::pointer::plain(self.known(), &base)?;
                let distance = self.distance_at(&at)?;
                add(self.memory, &base, &distance)
            }
            Resolved::At { lane, offset } => self.entry(&base, &lane, &offset)?,
        };
        self.set(dst, address);
        Ok(())
    }

    fn distance_at(&mut self, at: &Value) -> Attempt<Value> {
        self.memory.show(at, WIDTH);
        self.memory.load(at, WIDTH as u32).map_err(|fault| bad(Access::Read, fault))
    }

    /// The entry of a table at a symbolic index: a choice among all possible entries if there are few, otherwise one
    /// path for each.
    fn entry(&mut self, base: &Value, lane: &Lane, offset: &Term) -> Attempt<Value> {
        let id = match lane {
            Lane::One(id) => *id,
            Lane::Among { id, .. } => ObjectId(ask::value(self.known(), id, Topic::Object)? as u32),
        };
        let base = symbolic::pointer::plain(self.known(), base)?;
        let Some(offsets) = aligned(self.memory, id, offset) else {
            let offset = ask::value(self.known(), offset, Topic::Object)?;
            let distance = self.distance_at(&Value::Ptr { id, offset })?;
            return Ok(add(self.memory, &base, &distance));
        };
        let mut chosen = None;
        for n in offsets {
            let distance = self.distance_at(&Value::Ptr { id, offset: n })?;
            let address = add(self.memory, &base, &distance);
            chosen = Some(match chosen {
                None => address,
                Some(others) => {
                    let terms = self.memory.terms();
                    let here = terms.eq(offset, &terms.number(Bits(64), n));
                    self.known().choose(&here, &address, &others)
                }
            });
        }
        Ok(chosen.expect("an offset in bounds is one of them"))
    }
}

/// Every offset of a distance in an object that a term can be, if these are known to be few. The term is in bounds.
fn aligned(memory: &Memory, id: ObjectId, offset: &Term) -> Option<StepBy<RangeInclusive<u64>>> {
    let size = memory.object(id)?.size;
    let facts = offset.facts()?;
    let last = facts.high.min(size.checked_sub(WIDTH)?);
    let few = last.checked_sub(facts.low)? / WIDTH < MOST_CHOICES;
    let words = facts.zeros & (WIDTH - 1) == WIDTH - 1;
    (few && words).then(|| (facts.low.next_multiple_of(WIDTH)..=last).step_by(WIDTH as usize))
}

/// The base plus a distance: a pointer to the target of the distance, if the distance was computed from this base.
fn add(memory: &Memory, base: &Value, distance: &Value) -> Value {
    if let Value::Fragment { first: 0, len: 4, id, offset } = *distance
        && let Some(number) = memory.objects().plain_number(base)
    {
        let offset = offset.wrapping_add(number);
        if memory.object(id).is_some_and(|object| offset <= object.size) {
            return Value::Ptr { id, offset };
        }
    }
    let terms = memory.terms();
    let distance = terms.sext(&memory.term_of(distance, Bits(32)), Bits(64));
    match distance.as_const() {
        Some(known) => pointer::offset(memory, base, known.low_u64()),
        None => {
            let by = Value::term(distance.clone());
            let sum = symbolic::pointer::binary(memory, IntBinary::Add, base, &by);
            let number = || terms.add(&memory.term_of(base, Bits(64)), &distance);
            sum.unwrap_or_else(|| Value::term(number()))
        }
    }
}
