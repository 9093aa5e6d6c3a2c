//! Heap objects that nobody can free any more.

use crate::{Kind, Life, Memory, ObjectId};

impl Memory {
    /// The live heap objects that neither `roots` nor any other live object lead to, in the order of their
    /// ids. A pointer that may be to one of several objects leads to all of them.
    pub fn lost(&self, roots: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
        let mut found = vec![false; self.objects.bound() as usize];
        let mut open: Vec<ObjectId> = roots.collect();
        let others = self.objects.iter().filter(|(_, object)| object.kind != Kind::Heap);
        open.extend(others.map(|(id, _)| id));
        while let Some(id) = open.pop() {
            match found.get_mut(id.0 as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            // What lies on the stack can still be found there.
            if let Some(object) = self.objects.get(id).filter(|o| o.life != Life::Dead) {
                self.each_id_in(object, &mut |id| open.push(id));
            }
        }
        let heap = self.objects.iter().filter(|(_, object)| object.kind == Kind::Heap);
        let live = heap.filter(|(_, object)| object.life == Life::Live);
        live.map(|(id, _)| id).filter(|id| !found[id.0 as usize]).collect()
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
        // A pointer that may be to either keeps both.
        let terms = m.terms().clone();
        let condition =
            terms.eq(&terms.var("c", numeric::Bits(8)), &terms.number(numeric::Bits(8), 1));
        let either = m.choose(&condition, &at(a), &at(ring));
        m.store(&at(global), 8, &either).unwrap();
        assert_eq!(m.lost(std::iter::empty()), []);
    }
}
