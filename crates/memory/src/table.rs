//! A dense map from object ids, shared between states copy-on-write in chunks.

use std::rc::Rc;

use crate::ObjectId;

const CHUNK: usize = 32;

/// Entries by id. Cloning shares all chunks; writing copies the chunk it touches.
#[derive(Clone, Debug)]
pub(crate) struct Table<T> {
    chunks: Vec<Rc<[Option<T>; CHUNK]>>,
    /// The first id never handed out.
    next: u32,
}

impl<T: Clone> Table<T> {
    /// A table without entries; ids start at 1.
    pub fn new() -> Self {
        Table { chunks: Vec::new(), next: 1 }
    }

    /// Puts an entry under an id that was not used before.
    pub fn push(&mut self, entry: T) -> ObjectId {
        let id = ObjectId(self.next);
        self.next = self.next.checked_add(1).expect("fewer than 2^32 objects alive");
        if id.0 as usize / CHUNK >= self.chunks.len() {
            self.chunks.push(Rc::new([const { None }; CHUNK]));
        }
        self.set(id, Some(entry));
        id
    }

    /// Puts an entry, or none, under an id handed out before.
    pub fn set(&mut self, id: ObjectId, entry: Option<T>) {
        let index = id.0 as usize;
        own(&mut self.chunks[index / CHUNK])[index % CHUNK] = entry;
    }

    #[inline(always)]
    pub fn get(&self, id: ObjectId) -> Option<&T> {
        let index = id.0 as usize;
        self.chunks.get(index / CHUNK)?[index % CHUNK].as_ref()
    }

    #[inline(always)]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut T> {
        let index = id.0 as usize;
        own(self.chunks.get_mut(index / CHUNK)?)[index % CHUNK].as_mut()
    }

    /// All entries in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &T)> {
        self.chunks.iter().enumerate().flat_map(|(c, chunk)| {
            chunk.iter().enumerate().filter_map(move |(i, entry)| {
                entry.as_ref().map(|e| (ObjectId((c * CHUNK + i) as u32), e))
            })
        })
    }

    /// The ids whose entries are not shared with another table, in order.
    pub fn apart(&self, other: &Table<T>) -> impl Iterator<Item = ObjectId> {
        let chunks = self.chunks.len().max(other.chunks.len());
        let shared = |c: usize| match (self.chunks.get(c), other.chunks.get(c)) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        let apart = (0..chunks).filter(move |&c| !shared(c));
        apart.flat_map(|c| (c * CHUNK..(c + 1) * CHUNK).map(|index| ObjectId(index as u32)))
    }

    /// Takes the ids below `bound` for handed out.
    pub fn grow(&mut self, bound: u32) {
        self.next = self.next.max(bound);
        let chunks = (self.next as usize).div_ceil(CHUNK);
        while self.chunks.len() < chunks {
            self.chunks.push(Rc::new([const { None }; CHUNK]));
        }
    }

    /// One more than the largest id handed out.
    pub fn bound(&self) -> u32 {
        self.next
    }
}

/// Ids to be used again. A list that never changes and how much of it is left, so that a clone costs
/// nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spare {
    /// The next one last.
    ids: Rc<[ObjectId]>,
    /// How many of them are left.
    left: usize,
}

impl Spare {
    pub fn pop(&mut self) -> Option<ObjectId> {
        self.left = self.left.checked_sub(1)?;
        Some(self.ids[self.left])
    }

    /// The id that [`Spare::pop`] gives next.
    #[inline]
    pub fn peek(&self) -> Option<ObjectId> {
        Some(self.ids[self.left.checked_sub(1)?])
    }

    /// Has these ids and no others.
    pub fn reset(&mut self, ids: &[ObjectId]) {
        self.left = 0;
        self.add(ids);
    }

    /// Adds ids; the lowest ones are used first.
    pub fn add(&mut self, ids: &[ObjectId]) {
        let mut all = [&self.ids[..self.left], ids].concat();
        all.sort_by(|a, b| b.cmp(a));
        (self.left, self.ids) = (all.len(), all.into());
    }
}

/// What an `Rc` holds, to be written: copied first if it is shared. As `Rc::make_mut`, but with the
/// common case inline.
#[inline(always)]
pub(crate) fn own<T: Clone>(shared: &mut Rc<T>) -> &mut T {
    if Rc::get_mut(shared).is_none() {
        unshare(shared);
    }
    Rc::get_mut(shared).expect("just made our own")
}

#[cold]
#[inline(never)]
fn unshare<T: Clone>(shared: &mut Rc<T>) {
    *shared = Rc::new(T::clone(shared));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_does_not_see_later_writes() {
        let mut a = Table::new();
        let ids: Vec<_> = (0..100).map(|n| a.push(n)).collect();
        let mut b = a.clone();
        *b.get_mut(ids[40]).unwrap() = -1;
        b.set(ids[41], None);
        assert_eq!(a.get(ids[40]), Some(&40));
        assert_eq!(a.get(ids[41]), Some(&41));
        assert_eq!(b.get(ids[40]), Some(&-1));
        assert_eq!(b.get(ids[41]), None);
        assert_eq!(b.iter().count(), 99);
        assert_eq!(a.get(ObjectId(0)), None);
        assert_eq!(a.get(ObjectId(5000)), None);
    }
}
