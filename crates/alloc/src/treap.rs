//! A persistent treap: a search tree by key that is a heap by priority.
//!
//! Priorities are a function of the item and no two are equal, so that a set of items has one shape,
//! whatever order of insertions and removals led to it. Nodes are shared between clones and copied to be
//! written; a change copies the way to where it happens.

use std::rc::Rc;

use crate::own::own;

/// What a treap holds.
pub(crate) trait Item: Clone {
    /// What decides which entry is on top. Invariant: different for different keys.
    type Priority: Ord;
    fn key(&self) -> u64;
    fn priority(&self) -> Self::Priority;
}

type Link<I> = Option<Rc<Node<I>>>;

/// Items by key.
#[derive(Clone, Debug)]
pub(crate) struct Treap<I> {
    root: Link<I>,
}

#[derive(Clone, Debug)]
struct Node<I> {
    item: I,
    left: Link<I>,
    right: Link<I>,
}

impl<I> Default for Treap<I> {
    fn default() -> Self {
        Treap { root: None }
    }
}

impl<I: Item> Treap<I> {
    /// The item of the greatest priority.
    pub fn top(&self) -> Option<&I> {
        self.root.as_ref().map(|node| &node.item)
    }

    /// The item with the greatest key not above `key`.
    pub fn floor(&self, key: u64) -> Option<&I> {
        let (mut link, mut best) = (&self.root, None);
        while let Some(node) = link {
            link = if node.item.key() <= key {
                best = Some(&node.item);
                &node.right
            } else {
                &node.left
            };
        }
        best
    }

    /// The item of a key, to be changed in what is neither key nor priority.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut I> {
        let mut link = &mut self.root;
        loop {
            let node = own(link.as_mut()?);
            if node.item.key() == key {
                return Some(&mut node.item);
            }
            link = if key < node.item.key() { &mut node.left } else { &mut node.right };
        }
    }

    /// Puts in an item whose key is not there.
    pub fn insert(&mut self, item: I) {
        insert(&mut self.root, item);
    }

    /// Takes out the item of a key.
    pub fn remove(&mut self, key: u64) -> Option<I> {
        // Nothing is copied for a key that is not there.
        self.floor(key).filter(|item| item.key() == key)?;
        remove(&mut self.root, key)
    }

    /// All items in the order of their keys.
    pub fn each(&self, mut see: impl FnMut(&I)) {
        each(&self.root, &mut see);
    }

    /// The keys with their depths, in order: the shape.
    #[cfg(test)]
    pub fn shape(&self) -> Vec<(u64, u32)> {
        fn walk<I: Item>(link: &Link<I>, depth: u32, out: &mut Vec<(u64, u32)>) {
            if let Some(node) = link {
                walk(&node.left, depth + 1, out);
                out.push((node.item.key(), depth));
                walk(&node.right, depth + 1, out);
            }
        }
        let mut out = Vec::new();
        walk(&self.root, 0, &mut out);
        out
    }
}

fn insert<I: Item>(link: &mut Link<I>, item: I) {
    match link {
        Some(node) if node.item.priority() > item.priority() => {
            let node = own(node);
            let left = item.key() < node.item.key();
            insert(if left { &mut node.left } else { &mut node.right }, item);
        }
        _ => {
            let (left, right) = split(link.take(), item.key());
            *link = Some(Rc::new(Node { item, left, right }));
        }
    }
}

fn remove<I: Item>(link: &mut Link<I>, key: u64) -> Option<I> {
    let node = own(link.as_mut()?);
    let at = node.item.key();
    if key != at {
        return remove(if key < at { &mut node.left } else { &mut node.right }, key);
    }
    let (left, right) = (node.left.take(), node.right.take());
    let item = node.item.clone();
    *link = join(left, right);
    Some(item)
}

/// What is below a key, and what is above.
fn split<I: Item>(link: Link<I>, key: u64) -> (Link<I>, Link<I>) {
    let Some(mut rc) = link else { return (None, None) };
    let node = own(&mut rc);
    if node.item.key() < key {
        let (low, high) = split(node.right.take(), key);
        node.right = low;
        (Some(rc), high)
    } else {
        let (low, high) = split(node.left.take(), key);
        node.left = high;
        (low, Some(rc))
    }
}

/// One treap of two, all keys of the first below those of the second.
fn join<I: Item>(left: Link<I>, right: Link<I>) -> Link<I> {
    match (left, right) {
        (Some(mut a), Some(mut b)) => Some(if a.item.priority() > b.item.priority() {
            let node = own(&mut a);
            node.right = join(node.right.take(), Some(b));
            a
        } else {
            let node = own(&mut b);
            node.left = join(Some(a), node.left.take());
            b
        }),
        (left, right) => left.or(right),
    }
}

fn each<I>(link: &Link<I>, see: &mut impl FnMut(&I)) {
    if let Some(node) = link {
        each(&node.left, see);
        see(&node.item);
        each(&node.right, see);
    }
}

/// A one-to-one function of keys that leaves nothing of their order: equal priorities are told apart
/// by it.
pub(crate) fn stir(key: u64) -> u64 {
    // Odd factors and shifted exclusive ors can all be undone.
    let mut x = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x = (x ^ (x >> 29)).wrapping_mul(0xa076_1d64_78bd_642f);
    x ^ (x >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Item for (u64, u64) {
        type Priority = (u64, u64);
        fn key(&self) -> u64 {
            self.0
        }
        fn priority(&self) -> (u64, u64) {
            (self.1, stir(self.0))
        }
    }

    /// Any order of insertions, with others put in and taken out in between, gives one shape.
    #[test]
    fn the_shape_is_a_function_of_the_items() {
        let item = |n: u64| (n * 4096, stir(n) % 5);
        let mut plain = Treap::default();
        (0..200).for_each(|n| plain.insert(item(n)));
        for seed in 1..50 {
            let mut order: Vec<u64> = (0..400).collect();
            order.sort_by_key(|n| stir(n ^ seed << 32));
            let mut treap = Treap::default();
            order.iter().for_each(|&n| treap.insert(item(n)));
            let kept = treap.clone();
            order.sort_by_key(|n| stir(n ^ seed << 40));
            for n in order.into_iter().filter(|n| *n >= 200) {
                assert_eq!(treap.remove(4096 * n), Some(item(n)));
                assert_eq!(treap.remove(4096 * n), None);
            }
            assert_eq!(treap.shape(), plain.shape());
            assert_eq!(kept.shape().len(), 400);
        }
    }

    #[test]
    fn the_heap_order_holds_and_the_tree_is_flat() {
        let mut treap = Treap::default();
        (0..1000).for_each(|n| treap.insert((n, 0)));
        let deepest = treap.shape().iter().map(|entry| entry.1).max();
        assert!(deepest < Some(40), "{deepest:?}");
        assert_eq!(treap.top().map(|i| stir(i.0)), (0..1000).map(stir).max());
        assert_eq!(treap.floor(5000), Some(&(999, 0)));
        treap.remove(500);
        assert_eq!(treap.floor(500), Some(&(499, 0)));
        assert_eq!(treap.get_mut(500), None);
    }
}
