//! Forgetting dead objects that nothing points to.
//!
//! A dead object is remembered so that its use is reported by name: while a register or live contents
//! hold a pointer to it, and while its number is in quarantine, for an integer may have that. After that
//! nobody can use it, and its id is free for another. Without this a long run would grow with every call
//! it makes.

use crate::{Life, Memory, ObjectId};

/// Collect no more often than this many deaths. Small enough for the objects of a busy stack to stay
/// in the host's cache.
const LEAST: usize = 1 << 12;

impl Memory {
    /// Whether enough objects have died for [`Memory::forget`] to pay.
    #[inline]
    pub fn wants_collection(&self) -> bool {
        let died = self.dead - self.kept;
        died >= LEAST && died >= self.objects.bound() as usize / 2
    }

    /// Forgets the dead objects that neither `roots` nor live contents point to and whose numbers are not
    /// in quarantine.
    pub fn forget(&mut self, roots: impl Iterator<Item = ObjectId>) {
        let mut roots: Vec<ObjectId> = roots.collect();
        self.addresses.each_quarantined(|id| roots.push(id));
        self.forget_unnamed(roots.into_iter());
    }

    /// Forgets the dead objects that neither `roots` nor live contents point to.
    pub fn forget_unnamed(&mut self, roots: impl Iterator<Item = ObjectId>) {
        let mut held = vec![false; self.objects.bound() as usize];
        let mut hold = |id: ObjectId| {
            if let Some(entry) = held.get_mut(id.0 as usize) {
                *entry = true;
            }
        };
        roots.for_each(&mut hold);
        let own = self.objects.iter().filter_map(|(_, object)| object.place.own());
        let shared = self.segments.arrays().iter().map(|(_, array)| &array.contents);
        own.chain(shared).for_each(|contents| contents.each_id(&mut hold));
        let (gone, numbers): (Vec<ObjectId>, Vec<u64>) = self
            .objects
            .iter()
            .filter(|(id, object)| object.life == Life::Dead && !held[id.0 as usize])
            .map(|(id, object)| (id, object.address))
            .unzip();
        for &id in &gone {
            self.objects.set(id, None);
        }
        numbers.into_iter().for_each(|number| self.addresses.forget(number));
        self.dead -= gone.len();
        self.kept = self.dead;
        self.spare.add(&gone);
    }
}
