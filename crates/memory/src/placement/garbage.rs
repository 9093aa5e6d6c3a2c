//! Unreachable objects: dead ones to be forgotten, and live ones that can no longer be freed.

use term::Terms;

use crate::contents::Contents;
use crate::placement::Place;
use crate::placement::storage::Storage;
use crate::{Kind, Life, Object, ObjectId};

/// Passing this many words without a pointer takes as long as the visit of a pointer.
const PASSED: usize = 16;

impl Storage {
    /// Forgets the dead objects that neither `roots` nor live contents point to.
    pub fn forget(&mut self, roots: impl Iterator<Item = ObjectId>) {
        let mut held = vec![false; self.objects.table().bound() as usize];
        let (mut looked_at, mut passed) = (0, 0);
        let mut hold = |id: ObjectId| {
            looked_at += 1;
            if let Some(entry) = held.get_mut(id.0 as usize) {
                *entry = true;
            }
        };
        roots.for_each(&mut hold);
        self.each_array(|contents| {
            passed += contents.lane_len();
            contents.each_id(&mut hold);
        });
        self.objects.forget(&held, looked_at + passed / PASSED);
    }

    /// The live heap objects that cannot be reached from `roots` or any other live object, in the order of their ids.
    /// A pointer that may point to several objects reaches all of them.
    pub fn lost(&self, terms: &Terms, roots: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
        let mut found = vec![false; self.objects.table().bound() as usize];
        let mut open: Vec<ObjectId> = roots.collect();
        let others = self.objects.iter().filter(|(_, object)| object.kind != Kind::Heap);
        open.extend(others.map(|(id, _)| id));
        while let Some(id) = open.pop() {
            match found.get_mut(id.0 as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            // Objects on the stack can still be found there.
            if let Some(object) = self.objects.get(id).filter(|o| o.life != Life::Dead) {
                self.each_id_in(terms, object, &mut |id| open.push(id));
            }
        }
        let heap = self.objects.iter().filter(|(_, object)| object.kind == Kind::Heap);
        let live = heap.filter(|(_, object)| object.life == Life::Live);
        live.map(|(id, _)| id).filter(|id| !found[id.0 as usize]).collect()
    }

    /// Calls `visit` with every object that this one points to.
    pub fn each_id_in(&self, terms: &Terms, object: &Object, visit: &mut impl FnMut(ObjectId)) {
        match &object.place {
            Place::Nowhere => {}
            Place::Own(contents) => contents.each_id(visit),
            Place::Split(parts) => {
                parts.whole.each_id(visit);
                let arrays = parts.arrays().filter_map(|array| self.segments.array(array));
                arrays.for_each(|array| array.contents.each_id(visit));
            }
            Place::Shared(_) => {
                let Some((contents, start)) = self.bytes_of(object) else { return };
                for part in contents.parts(start, object.capacity()) {
                    part.resolved(terms).each_id(visit);
                }
            }
        }
    }

    /// Calls `see` with the contents of every array.
    pub fn each_array(&self, mut see: impl FnMut(&Contents)) {
        let own = self.objects.iter().filter_map(|(_, object)| object.place.own());
        own.for_each(&mut see);
        self.segments.arrays().iter().for_each(|(_, array)| see(&array.contents));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Kind, Memory, ObjectId, Site, Value};

    fn at(id: ObjectId) -> Value {
        Value::Ptr { id, offset: 0 }
    }

    #[test]
    fn what_nothing_leads_to_is_lost() {
        let mut m = Memory::new();
        let mut make = |kind| m.allocate(kind, 8, 8, Site::default()).unwrap();
        let (global, a, b) = (make(Kind::Global), make(Kind::Heap), make(Kind::Heap));
        let (ring, rest, freed) = (make(Kind::Heap), make(Kind::Heap), make(Kind::Heap));
        m.store(&at(global), 8, &at(a)).unwrap();
        m.store(&at(a), 8, &at(b)).unwrap();
        m.store(&at(ring), 8, &at(rest)).unwrap();
        m.store(&at(rest), 8, &at(ring)).unwrap();
        m.kill(freed, Site::default());
        assert_eq!(m.lost(std::iter::empty()), [ring, rest]);
        assert_eq!(m.lost([rest].into_iter()), []);
        // A pointer that may point to either object keeps both.
        let terms = m.terms().clone();
        let condition =
            terms.eq(&terms.var("c", numeric::Bits(8)), &terms.number(numeric::Bits(8), 1));
        let either = m.values().choose(&condition, &at(a), &at(ring)).value;
        m.store(&at(global), 8, &either).unwrap();
        assert_eq!(m.lost(std::iter::empty()), []);
    }
}
