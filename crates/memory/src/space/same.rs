//! Whether a path is back where it was: the same objects hold the same, so that the program goes on from both alike.
//!
//! Ids, births and sites are nothing that a program sees: an object that was freed and allocated anew at the same
//! address is the one that was there before. Bytes that were written at neither time are equal, since nothing has
//! shown them. Nothing rests on hashes.
//!
//! Values that are different terms may still be equal for some inputs. If the caller wants to know, these are *doubts*:
//! the comparison goes on as if they were equal, and says under which condition that is so.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use numeric::Bits;
use term::{Term, Terms};

use crate::contents::Contents;
use crate::contents::layer::CHUNK;
use crate::placement::Place;
use crate::placement::split::bytes_in;
use crate::{Lane, Life, Memory, Object, ObjectId, Symbolic, Value, Values};

/// The most values that may differ and be doubted: a condition over more of them is rarely worth its question.
const DOUBTS: usize = 64;

/// What different terms mean for a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// They are different values.
    Strict,
    /// They may be equal, for some inputs.
    Doubtful,
}

/// Which objects of a memory stand for which of an earlier one, and for which inputs.
#[derive(Debug)]
pub struct Pairing {
    /// The earlier ids of objects that have another one now; no object where there was none.
    renamed: BTreeMap<ObjectId, ObjectId>,
    terms: Terms,
    reading: Reading,
    /// What has to hold for values that are different terms to be equal.
    doubts: Vec<Term>,
}

/// Something that is not what it was, where that is quickly seen again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unlike {
    /// A word of an object that has kept its id.
    Word { id: ObjectId, at: u64 },
    /// An object where there was no such object.
    Object(ObjectId),
}

/// A memory that is not what it was, and what showed that, if it may show it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changed(Option<Unlike>);

impl Pairing {
    fn new(terms: &Terms, reading: Reading) -> Pairing {
        Pairing { renamed: BTreeMap::new(), terms: terms.clone(), reading, doubts: Vec::new() }
    }

    /// The inputs for which all that was compared is the same: all of them if there is no condition.
    pub fn condition(&self) -> Option<Term> {
        let (first, others) = self.doubts.split_first()?;
        Some(others.iter().fold(first.clone(), |all, doubt| self.terms.and(&all, doubt)))
    }

    /// Whether a value is to the program what another one was, or may be.
    pub fn is_same(&mut self, values: Values<'_>, now: &Value, then: &Value) -> bool {
        match (now, then) {
            (&Value::Ptr { id, offset }, &Value::Ptr { id: old, offset: before }) => {
                offset == before && self.earlier(id) == old
            }
            (
                &Value::Fragment { first, len, id, offset },
                &Value::Fragment { first: start, len: size, id: old, offset: before },
            ) => (first, len, offset) == (start, size, before) && self.earlier(id) == old,
            _ => {
                let mut kept = true;
                now.each_id(|id| kept &= self.earlier(id) == id);
                kept && (now == then || self.may_be(values, now, then))
            }
        }
    }

    /// Whether different values may be equal, objects having kept their ids; then this is doubted.
    fn may_be(&mut self, values: Values<'_>, now: &Value, then: &Value) -> bool {
        if self.reading == Reading::Strict || self.doubts.len() == DOUBTS {
            return false;
        }
        let Some(doubt) = values.equality(now, then) else { return false };
        match doubt.as_const() {
            Some(truth) => !truth.is_zero(),
            None => {
                self.doubts.push(doubt);
                true
            }
        }
    }

    fn earlier(&self, id: ObjectId) -> ObjectId {
        self.renamed.get(&id).copied().unwrap_or(id)
    }
}

impl Values<'_> {
    /// When two values, one of which is symbolic, are the same: as integers, or object and offset. None if that cannot
    /// be, or depends on bytes that were never written.
    fn equality(&self, a: &Value, b: &Value) -> Option<Term> {
        let is_pointer = |value: &Value| match value {
            Value::Symbolic(symbolic) => matches!(**symbolic, Symbolic::Pointer(_)),
            _ => false,
        };
        let equal = if is_pointer(a) || is_pointer(b) {
            let (a, b) = (self.pair(a)?, self.pair(b)?);
            let id = |lane: &Lane| match lane {
                Lane::One(id) => self.terms.number(Lane::WIDTH, u64::from(id.0)),
                Lane::Among { id, .. } => id.clone(),
            };
            let ids = self.terms.eq(&id(&a.lane), &id(&b.lane));
            self.terms.and(&ids, &self.terms.eq(&a.offset, &b.offset))
        } else {
            let width = a.as_term().or(b.as_term())?.width();
            let fits = |value: &Value| match value {
                Value::Int(number) => width >= Bits(64) || number >> width.0 == 0,
                _ => value.as_term().is_some_and(|term| term.width() == width),
            };
            if !fits(a) || !fits(b) {
                return None;
            }
            self.terms.eq(&self.term_of(a, width), &self.term_of(b, width))
        };
        (!equal.has_undefined()).then_some(equal)
    }
}

/// A memory and what it was earlier on the same path.
#[derive(Clone, Copy)]
pub struct Since<'a> {
    now: &'a Memory,
    earlier: &'a Memory,
    reading: Reading,
}

impl Memory {
    /// What has changed since an earlier point of the same path.
    #[inline]
    pub fn since<'a>(&'a self, earlier: &'a Memory, reading: Reading) -> Since<'a> {
        Since { now: self, earlier, reading }
    }

    /// The youngest locals of up to eight bytes that hold something, with what they hold.
    pub fn recent_locals(&self, most: usize) -> Vec<(ObjectId, Value)> {
        let small = |id: &ObjectId| self.object(*id).is_some_and(|object| object.capacity() <= 8);
        let locals = self.stack.youngest().filter(small);
        locals.filter_map(|id| Some((id, self.word(id, 0)?))).take(most).collect()
    }

    /// Whether an object of up to eight bytes certainly holds something else than it did.
    #[inline]
    pub fn holds_other(&self, id: ObjectId, then: &Value, reading: Reading) -> bool {
        self.word(id, 0).is_some_and(|now| now.differs(then, reading))
    }

    /// A word of a live object, if all of it was written.
    #[inline]
    fn word(&self, id: ObjectId, at: u64) -> Option<Value> {
        let object = self.objects().live(id)?;
        let len = object.capacity().checked_sub(at)?.min(8);
        let (contents, start) = self.storage.bytes_of(object)?;
        let read = || self.values().value(contents.read(start + at, len as u32), len as u32);
        object.place.is_written(at, len).then(read)
    }
}

impl Since<'_> {
    /// Whether this memory is what it was, as far as the program can tell: which objects stand for which then.
    pub fn pairing(self) -> Result<Pairing, Changed> {
        let Since { now: memory, earlier, .. } = self;
        if memory.objects().live_bytes() != earlier.objects().live_bytes()
            || !memory.undefined.has_shown_the_same(&earlier.undefined)
        {
            return Err(Changed::default());
        }
        let (mut pairing, pairs) = self.paired()?;
        for (now, then) in &pairs {
            self.compare(*now, *then, &mut pairing)?;
        }
        let same = |now, then| pairing.earlier(now) == then;
        let alike = memory.stack.is_as(&earlier.stack, same)
            && memory.objects().agree_with(earlier.objects())
            && !self.dangles(&pairs);
        if alike { Ok(pairing) } else { Err(Changed::default()) }
    }

    /// Whether an object that was not compared points to one that has another id now, or none.
    fn dangles(self, pairs: &[(ObjectId, ObjectId)]) -> bool {
        let Since { now: memory, earlier, .. } = self;
        let kept: BTreeSet<ObjectId> =
            pairs.iter().filter(|(now, then)| now == then).map(|(now, _)| *now).collect();
        let apart = memory.objects().table().apart(earlier.objects().table());
        let was_live = |id: &ObjectId| earlier.object(*id).is_some_and(|o| o.life != Life::Dead);
        let lost: BTreeSet<ObjectId> =
            apart.filter(|id| was_live(id) && !kept.contains(id)).collect();
        let compared: BTreeSet<ObjectId> = pairs.iter().map(|(now, _)| *now).collect();
        let mut found = false;
        if !lost.is_empty() {
            for (id, _) in memory.objects().live_data().filter(|(id, _)| !compared.contains(id)) {
                memory.each_pointed_from(id, |to| found |= lost.contains(&to));
            }
        }
        found
    }

    /// Whether it is easy to see that this memory is not what it was: it has more or fewer bytes, or it differs in what
    /// differed before.
    #[inline]
    pub fn differs(self, changed: Changed) -> bool {
        self.now.objects().live_bytes() != self.earlier.objects().live_bytes()
            || changed.0.is_some_and(|unlike| self.is_unlike(unlike))
    }

    fn is_unlike(self, unlike: Unlike) -> bool {
        let Since { now: memory, earlier, .. } = self;
        match unlike {
            Unlike::Word { id, at } => {
                let words = memory.word(id, at).zip(earlier.word(id, at));
                words.is_some_and(|(now, then)| now.differs(&then, self.reading))
            }
            Unlike::Object(id) => memory.objects().live(id).is_some_and(|now| {
                let then = earlier.find(now.address).and_then(|at| earlier.object(at.id));
                then.is_none_or(|then| !alike(now, then))
            }),
        }
    }

    /// The objects that may have changed, each with what it was, and what all others are.
    fn paired(self) -> Result<(Pairing, Vec<(ObjectId, ObjectId)>), Changed> {
        let Since { now: memory, earlier, .. } = self;
        let apart: Vec<ObjectId> =
            memory.objects().table().apart(earlier.objects().table()).collect();
        let mut by_address: BTreeMap<u64, Vec<ObjectId>> = BTreeMap::new();
        let mut left = 0_usize;
        for &id in &apart {
            if let Some(then) = earlier.object(id) {
                by_address.entry(then.address).or_default().push(id);
                left += usize::from(then.life != Life::Dead);
            }
        }
        let mut pairing = Pairing::new(memory.terms(), self.reading);
        let mut pairs = Vec::new();
        for &id in &apart {
            let Some(now) = memory.object(id) else { continue };
            let is_it =
                |old: &&ObjectId| earlier.object(**old).is_some_and(|then| alike(now, then));
            let old = match is_it(&&id) {
                true => Some(id),
                false => {
                    by_address.get(&now.address).and_then(|all| all.iter().find(is_it).copied())
                }
            };
            match (old, now.life) {
                (None, Life::Dead) => {
                    pairing.renamed.insert(id, ObjectId::default());
                }
                (None, _) => return Err(Changed(Some(Unlike::Object(id)))),
                (Some(old), life) => {
                    if old != id {
                        pairing.renamed.insert(id, old);
                    }
                    if life != Life::Dead {
                        pairs.push((id, old));
                    }
                }
            }
        }
        if pairs.len() != left {
            return Err(Changed::default());
        }
        let (here, there) = (&memory.storage.segments, &earlier.storage.segments);
        if here.arrays().apart(there.arrays()).next().is_some() {
            let shared = |o: &Object| matches!(o.place, Place::Shared(_) | Place::Split(_));
            let members = memory.objects().iter().filter(|(_, object)| shared(object));
            pairs.extend(members.map(|(id, _)| (id, pairing.earlier(id))));
        }
        Ok((pairing, pairs))
    }

    fn compare(self, now: ObjectId, then: ObjectId, pairing: &mut Pairing) -> Result<(), Changed> {
        let Since { now: memory, earlier, .. } = self;
        let (Some(a), Some(b)) = (memory.object(now), earlier.object(then)) else {
            return Err(Changed::default());
        };
        let mut chunks = None;
        if let (Place::Own(a), Place::Own(b)) = (&a.place, &b.place) {
            if pairing.renamed.is_empty() && a.is_shared_with(b) {
                return Ok(());
            }
            if let (Contents::Layered(a), Contents::Layered(b)) = (a, b) {
                chunks = a.apart(b);
            }
        }
        let (written, size) = (a.place.written(), a.capacity());
        if written != b.place.written() || (a.is_vast() && chunks.is_none()) {
            return Err(Changed::default());
        }
        let copied = |place: &Place| place.own().is_some_and(Contents::has_copied);
        let descent = |place: &Place, at: u64| place.own().and_then(|own| own.descent(at));
        if let Some(written) = &written
            && (copied(&a.place) || copied(&b.place))
        {
            let mut unwritten = (0..size).filter(|at| !written.has(*at as usize));
            if !unwritten.all(|at| descent(&a.place, at) == descent(&b.place, at)) {
                return Err(Changed::default());
            }
        }
        let (Some((x, x_start)), Some((y, y_start))) =
            (bytes_in(memory, a, 0..size), bytes_in(earlier, b, 0..size))
        else {
            return Ok(());
        };
        let mut same = |at: u64, len: u64| {
            let len = len as u32;
            let now = memory.values().value(x.read(x_start + at, len), len);
            let then = earlier.values().value(y.read(y_start + at, len), len);
            pairing.is_same(memory.values(), &now, &then)
        };
        let mut unlike = |at: u64| {
            let len = (size - at).min(8);
            match &written {
                Some(written) if !written.covers(at as usize, len as u32) => {
                    !(at..at + len).filter(|at| written.has(*at as usize)).all(|at| same(at, 1))
                }
                _ => !same(at, len),
            }
        };
        let mut word = |range: std::ops::Range<u64>| range.step_by(8).find(|at| unlike(*at));
        let found = match chunks {
            Some(chunks) => chunks.iter().find_map(|&number| {
                let from = number * CHUNK as u64;
                word(from..(from + CHUNK as u64).min(size))
            }),
            None => word(0..size),
        };
        match found {
            None => Ok(()),
            Some(at) if now == then => Err(Changed(Some(Unlike::Word { id: now, at }))),
            Some(_) => Err(Changed::default()),
        }
    }
}

impl Value {
    /// Whether it is certainly not what another one was: objects may have other ids.
    #[inline]
    pub fn differs(&self, then: &Value, reading: Reading) -> bool {
        match (self, then) {
            (Value::Ptr { offset, .. }, Value::Ptr { offset: before, .. }) => offset != before,
            (Value::Symbolic(_), _) | (_, Value::Symbolic(_)) if reading == Reading::Doubtful => {
                false
            }
            _ => self != then,
        }
    }
}

/// Whether a program can tell two objects apart only by what they hold.
fn alike(a: &Object, b: &Object) -> bool {
    let shape = |o: &Object| (o.kind, o.address, o.size, o.read_only, o.align, o.life);
    shape(a) == shape(b) && a.extent == b.extent
}
