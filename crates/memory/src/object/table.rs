//! A dense map from ids, shared between states by copy-on-write.
//!
//! Entries lie in small leaves, leaves in nodes: a state that has forked copies the leaves it writes to and the
//! pointers to their neighbours, however many objects there are. Large leaves would be copied for a single entry each
//! time, and a flat list of small ones would be copied whole with every fork.

use std::marker::PhantomData;
use std::rc::Rc;

pub(crate) use alloc::own;

use crate::ObjectId;

/// Entries in a leaf.
const LEAF: usize = 8;
/// Entries below a node.
const NODE: usize = 32 * LEAF;

type Leaf<T> = [Option<T>; LEAF];
type Node<T> = [Option<Rc<Leaf<T>>>; NODE / LEAF];

/// An id, which is a small number.
pub(crate) trait Key: Copy {
    fn new(number: u32) -> Self;
    fn number(self) -> u32;
}

impl Key for ObjectId {
    #[inline(always)]
    fn new(number: u32) -> ObjectId {
        ObjectId(number)
    }

    #[inline(always)]
    fn number(self) -> u32 {
        self.0
    }
}

/// Entries by id. Cloning shares everything; a write copies the leaf it touches and the node above.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, T> {
    nodes: Vec<Rc<Node<T>>>,
    /// The first id never handed out.
    next: u32,
    keys: PhantomData<K>,
}

impl<K: Key, T: Clone> Table<K, T> {
    /// A table without entries; ids start at 1.
    pub fn new() -> Self {
        Table { nodes: Vec::new(), next: 1, keys: PhantomData }
    }

    /// Puts an entry under an id that was not used before.
    pub fn push(&mut self, entry: T) -> K {
        let id = K::new(self.next);
        let next = self.next.checked_add(1).expect("fewer than 2^32 objects alive");
        self.grow(next);
        self.set(id, Some(entry));
        id
    }

    /// Puts an entry, or none, under an id handed out before.
    #[inline]
    pub fn set(&mut self, id: K, entry: Option<T>) {
        let index = id.number() as usize;
        let leaf = &mut own(&mut self.nodes[index / NODE])[index % NODE / LEAF];
        let leaf = leaf.get_or_insert_with(|| Rc::new([const { None }; LEAF]));
        own(leaf)[index % LEAF] = entry;
    }

    #[inline(always)]
    pub fn get(&self, id: K) -> Option<&T> {
        let index = id.number() as usize;
        let leaf = self.nodes.get(index / NODE)?[index % NODE / LEAF].as_ref()?;
        leaf[index % LEAF].as_ref()
    }

    #[inline(always)]
    pub fn get_mut(&mut self, id: K) -> Option<&mut T> {
        let index = id.number() as usize;
        let node = own(self.nodes.get_mut(index / NODE)?);
        own(node[index % NODE / LEAF].as_mut()?)[index % LEAF].as_mut()
    }

    /// Removes entries, in the order of their ids. Only the leaves that these are in are written.
    pub fn remove_where(&mut self, mut is_gone: impl FnMut(K, &T) -> bool) {
        for (n, node) in self.nodes.iter_mut().enumerate() {
            for at in 0..NODE / LEAF {
                let Some(leaf) = &node[at] else { continue };
                let first = n * NODE + at * LEAF;
                let mut gone = [false; LEAF];
                for (i, entry) in leaf.iter().enumerate() {
                    let id = K::new((first + i) as u32);
                    gone[i] = entry.as_ref().is_some_and(|entry| is_gone(id, entry));
                }
                if gone != [false; LEAF] {
                    let leaf = own(node)[at].as_mut().map(own).expect("it was just read");
                    let gone = leaf.iter_mut().zip(gone).filter(|(_, gone)| *gone);
                    gone.for_each(|(entry, _)| *entry = None);
                }
            }
        }
    }

    /// All entries in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        let leaves = self.nodes.iter().flat_map(|node| node.iter()).enumerate();
        leaves.filter_map(|(n, leaf)| Some((n, leaf.as_ref()?))).flat_map(|(n, leaf)| {
            let entries = leaf.iter().enumerate();
            entries.filter_map(move |(i, entry)| {
                Some((K::new((n * LEAF + i) as u32), entry.as_ref()?))
            })
        })
    }

    /// The leaves, which tables share.
    pub fn leaves(&self) -> impl Iterator<Item = &Rc<[Option<T>; LEAF]>> {
        self.nodes.iter().flat_map(|node| node.iter().flatten())
    }

    /// The ids whose entries are not shared with another table, in order.
    pub fn apart(&self, other: &Table<K, T>) -> impl Iterator<Item = K> {
        let leaves = self.nodes.len().max(other.nodes.len()) * (NODE / LEAF);
        let shared = |n: usize| match (self.leaf(n), other.leaf(n)) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let apart = (0..leaves).filter(move |&n| !shared(n));
        apart.flat_map(|n| (n * LEAF..(n + 1) * LEAF).map(|index| K::new(index as u32)))
    }

    fn leaf(&self, number: usize) -> Option<&Rc<Leaf<T>>> {
        self.nodes.get(number / (NODE / LEAF))?[number % (NODE / LEAF)].as_ref()
    }

    /// Marks the ids below `bound` as handed out.
    pub fn grow(&mut self, bound: u32) {
        self.next = self.next.max(bound);
        let nodes = (self.next as usize).div_ceil(NODE);
        self.nodes.resize_with(nodes, || Rc::new([const { None }; NODE / LEAF]));
    }

    /// One more than the largest id handed out.
    pub fn bound(&self) -> u32 {
        self.next
    }
}

/// Ids to be reused: a list that never changes and how much of it is left, so that a clone costs nothing.
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

    /// The id that [`Spare::pop`] will return next.
    #[inline]
    pub fn peek(&self) -> Option<ObjectId> {
        Some(self.ids[self.left.checked_sub(1)?])
    }

    /// Makes these the only ids.
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

    #[test]
    fn entries_are_removed_from_one_clone_alone() {
        let mut a = Table::new();
        let ids: Vec<ObjectId> = (0..1000).map(|n| a.push(n)).collect();
        let mut b = a.clone();
        let mut seen = Vec::new();
        b.remove_where(|id, n| {
            seen.push(id);
            n % 3 == 0 && *n >= 100
        });
        assert_eq!(seen, ids);
        let left = |n: i32| n % 3 != 0 || n < 100;
        assert!(b.iter().map(|(_, n)| *n).eq((0..1000).filter(|n| left(*n))));
        assert_eq!(a.iter().count(), 1000);
        // Leaves without anything to remove stay shared.
        assert_eq!(b.apart(&a).min(), Some(ObjectId(96)));
    }
}
