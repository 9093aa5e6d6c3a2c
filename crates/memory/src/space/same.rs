//! Whether a path is back where it was: the same objects hold the same, so that the program goes on from both alike.
//!
//! Ids, births and sites are nothing that a program sees: an object that was freed and allocated anew at the same
//! address is the one that was there before. Bytes that were written at neither time are equal, since nothing has
//! shown them. Nothing rests on hashes.

use std::collections::{BTreeMap, BTreeSet};

use crate::contents::Contents;
use crate::contents::layer::CHUNK;
use crate::placement::Place;
use crate::placement::split::bytes_in;
use crate::{Life, Memory, Object, ObjectId, Value};

/// Which objects of a memory stand for which of an earlier one.
#[derive(Default, Debug)]
pub struct Pairing {
    /// The earlier ids of objects that have another one now; no object where there was none.
    renamed: BTreeMap<ObjectId, ObjectId>,
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
    /// Whether a value is to the program what another one was.
    pub fn is_same(&self, now: &Value, then: &Value) -> bool {
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
                kept && now == then
            }
        }
    }

    fn earlier(&self, id: ObjectId) -> ObjectId {
        self.renamed.get(&id).copied().unwrap_or(id)
    }
}

/// A memory and what it was earlier on the same path.
#[derive(Clone, Copy)]
pub struct Since<'a> {
    now: &'a Memory,
    earlier: &'a Memory,
}

impl Memory {
    /// What has changed since an earlier point of the same path.
    #[inline]
    pub fn since<'a>(&'a self, earlier: &'a Memory) -> Since<'a> {
        Since { now: self, earlier }
    }

    /// The youngest locals of up to eight bytes that hold something, with what they hold.
    pub fn recent_locals(&self, most: usize) -> Vec<(ObjectId, Value)> {
        let small = |id: &ObjectId| self.object(*id).is_some_and(|object| object.capacity() <= 8);
        let locals = self.stack.youngest().filter(small);
        locals.filter_map(|id| Some((id, self.word(id, 0)?))).take(most).collect()
    }

    /// Whether an object of up to eight bytes certainly holds something else than it did.
    #[inline]
    pub fn holds_other(&self, id: ObjectId, then: &Value) -> bool {
        self.word(id, 0).is_some_and(|now| differ(&now, then))
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
        let Since { now: memory, earlier } = self;
        if memory.objects().live_bytes() != earlier.objects().live_bytes()
            || !memory.undefined.has_shown_the_same(&earlier.undefined)
        {
            return Err(Changed::default());
        }
        let (pairing, pairs) = self.paired()?;
        for (now, then) in &pairs {
            self.compare(*now, *then, &pairing)?;
        }
        let same = |now, then| pairing.earlier(now) == then;
        let alike = memory.stack.is_as(&earlier.stack, same)
            && memory.objects().agree_with(earlier.objects())
            && !self.dangles(&pairs);
        if alike { Ok(pairing) } else { Err(Changed::default()) }
    }

    /// Whether an object that was not compared points to one that has another id now, or none.
    fn dangles(self, pairs: &[(ObjectId, ObjectId)]) -> bool {
        let Since { now: memory, earlier } = self;
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
        let Since { now: memory, earlier } = self;
        match unlike {
            Unlike::Word { id, at } => {
                let words = memory.word(id, at).zip(earlier.word(id, at));
                words.is_some_and(|(now, then)| differ(&now, &then))
            }
            Unlike::Object(id) => memory.objects().live(id).is_some_and(|now| {
                let then = earlier.find(now.address).and_then(|at| earlier.object(at.id));
                then.is_none_or(|then| !alike(now, then))
            }),
        }
    }

    /// The objects that may have changed, each with what it was, and what all others are.
    fn paired(self) -> Result<(Pairing, Vec<(ObjectId, ObjectId)>), Changed> {
        let Since { now: memory, earlier } = self;
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
        let (mut pairing, mut pairs) = (Pairing::default(), Vec::new());
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

    fn compare(self, now: ObjectId, then: ObjectId, pairing: &Pairing) -> Result<(), Changed> {
        let Since { now: memory, earlier } = self;
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
        let same = |at: u64, len: u64| {
            let len = len as u32;
            let now = memory.values().value(x.read(x_start + at, len), len);
            let then = earlier.values().value(y.read(y_start + at, len), len);
            pairing.is_same(&now, &then)
        };
        let unlike = |at: u64| {
            let len = (size - at).min(8);
            match &written {
                Some(written) if !written.covers(at as usize, len as u32) => {
                    !(at..at + len).filter(|at| written.has(*at as usize)).all(|at| same(at, 1))
                }
                _ => !same(at, len),
            }
        };
        let word = |range: std::ops::Range<u64>| range.step_by(8).find(|at| unlike(*at));
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

/// Whether a value is certainly not what another one was: objects may have other ids.
#[inline]
fn differ(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Ptr { offset, .. }, Value::Ptr { offset: before, .. }) => offset != before,
        _ => now != then,
    }
}

/// Whether a program can tell two objects apart only by what they hold.
fn alike(a: &Object, b: &Object) -> bool {
    let shape = |o: &Object| (o.kind, o.address, o.size, o.read_only, o.align, o.life);
    shape(a) == shape(b) && a.extent == b.extent
}

#[cfg(test)]
mod tests {
    use crate::{Birth, Kind, Memory, Numbering, ObjectId, Quarantine, Site, Value};

    fn memory() -> Memory {
        let quarantine = Quarantine::Last(0);
        Memory::with_numbering(&Numbering { quarantine, ..Numbering::default() }).unwrap()
    }

    fn make(m: &mut Memory, size: u64) -> ObjectId {
        m.allocate_as(Birth::Undefined, Kind::Heap, size, 8, Site::default()).unwrap()
    }

    fn at(id: ObjectId, offset: u64) -> Value {
        Value::Ptr { id, offset }
    }

    fn put(m: &mut Memory, id: ObjectId, offset: u64, value: &Value) {
        m.store(&at(id, offset), 8, value).unwrap();
    }

    /// What was written and written back is as it was, in contents of all sizes.
    #[test]
    fn there_and_back() {
        for size in [8, 16, 200, 5000] {
            let mut m = memory();
            let id = make(&mut m, size);
            put(&mut m, id, size - 8, &Value::Int(7));
            let then = m.clone();
            put(&mut m, id, size - 8, &Value::Int(8));
            let changed = m.since(&then).pairing().unwrap_err();
            assert!(m.since(&then).differs(changed));
            put(&mut m, id, size - 8, &Value::Int(7));
            assert!(m.since(&then).pairing().is_ok() && !m.since(&then).differs(changed));
            // A byte that was not written then is not what it was.
            if size > 8 {
                put(&mut m, id, 0, &Value::Int(0));
                assert!(m.since(&then).pairing().is_err());
            }
        }
    }

    /// An object that was freed and allocated anew at its address stands for the old one, whatever its id; and so do
    /// pointers to it. A dangling pointer is not a good one.
    #[test]
    fn the_same_object_again() {
        let mut m = memory();
        let holder = make(&mut m, 8);
        let first = make(&mut m, 24);
        let mut id = first;
        put(&mut m, holder, 0, &at(id, 4));
        let then = m.clone();
        for round in 0..20 {
            let old = id;
            m.kill(old, Site(round));
            assert!(m.since(&then).pairing().is_err(), "it is gone");
            id = make(&mut m, 24);
            assert_eq!(m.address(id, 0), then.address(first, 0));
            if id != old {
                assert!(m.since(&then).pairing().is_err(), "the pointer dangles");
            }
            put(&mut m, holder, 0, &at(id, 4));
            let pairing = m.since(&then).pairing().unwrap();
            assert!(pairing.is_same(&at(id, 8), &at(first, 8)));
            assert!(!pairing.is_same(&at(id, 8), &at(holder, 8)));
        }
        m.kill(id, Site::default());
        let other = make(&mut m, 40);
        put(&mut m, holder, 0, &at(other, 4));
        assert!(m.since(&then).pairing().is_err(), "another size, another address");
    }

    /// What is read of bytes never written may differ each time.
    #[test]
    fn undefined_bytes_that_were_read() {
        let mut m = memory();
        let holder = make(&mut m, 8);
        put(&mut m, holder, 0, &Value::Int(0));
        let then = m.clone();
        let id = make(&mut m, 8);
        m.kill(id, Site::default());
        assert!(m.since(&then).pairing().is_ok());
        let id = make(&mut m, 8);
        m.show_all(id);
        m.kill(id, Site::default());
        assert!(m.since(&then).pairing().is_err());
    }

    /// What is taken from a list and put back elsewhere leaves the list as it was only if the order is the same.
    #[test]
    fn addresses_to_come_count() {
        let mut m = Memory::new();
        let ids = [make(&mut m, 8), make(&mut m, 8)];
        let then = m.clone();
        m.kill(ids[0], Site::default());
        let again = make(&mut m, 8);
        assert_ne!(m.address(again, 0), then.address(ids[0], 0), "a quarantine");
        let changed = m.since(&then).pairing().unwrap_err();
        assert!(m.since(&then).differs(changed));
    }
}
