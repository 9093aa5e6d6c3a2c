//! Forgetting dead objects that nothing points to.
//!
//! A dead object is remembered so that its use is reported by name. Once no register and no live
//! contents hold a pointer to it, nobody can use it, and its id is free for another. Without this a
//! long run would grow with every call it makes.

use crate::{Life, Memory, ObjectId};

/// Collect no more often than this many deaths. Small enough for the objects of a busy stack to stay
/// in the host's cache.
const LEAST: usize = 1 << 12;

impl Memory {
    /// Whether enough objects have died for [`Memory::forget`] to pay.
    #[inline]
    pub fn wants_collection(&self) -> bool {
        self.dead >= LEAST && self.dead >= self.objects.bound() as usize / 2
    }

    /// Forgets the dead objects that neither `roots` nor live contents point to.
    pub fn forget(&mut self, roots: impl Iterator<Item = ObjectId>) {
        let mut held = vec![false; self.objects.bound() as usize];
        let mut hold = |id: ObjectId| {
            if let Some(entry) = held.get_mut(id.0 as usize) {
                *entry = true;
            }
        };
        roots.for_each(&mut hold);
        for (_, object) in self.objects.iter() {
            object.contents.each_id(&mut hold);
        }
        let gone: Vec<ObjectId> = self
            .objects
            .iter()
            .filter(|(id, object)| object.life == Life::Dead && !held[id.0 as usize])
            .map(|(id, _)| id)
            .collect();
        for &id in &gone {
            self.objects.set(id, None);
        }
        let objects = &self.objects;
        self.index.retain(|id| objects.get(id).is_some());
        self.dead -= gone.len();
        self.spare.add(&gone);
    }
}
