//! The slots of one bin by index: which are taken, by which object, and which are in quarantine.
//!
//! A bitmap in the leaves of a tree of 64 branches, with a bit in each branch for "nothing free below".
//! The free slot of the lowest index is found on one way down. Nodes are shared between clones and copied
//! to be written, so a change right after a clone costs a few nodes, where the paper's allocator copies
//! the bitmap of the bin. The tree grows with the highest index ever taken and does not shrink.
//!
//! The newest eight in quarantine lie in an array. Those before them, if it is longer, form a queue that
//! runs through the slots themselves, each naming the next, so that it costs a clone nothing.

use std::rc::Rc;

use crate::own::own;
use crate::{Life, NotLive, Quarantine};

const BITS: u32 = 6;
const BRANCHES: usize = 1 << BITS;

/// Slots by index, none taken at first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots<T> {
    root: Option<Rc<Node<T>>>,
    /// How many levels of branches lie above the leaves.
    height: u32,
    /// How many slots went into quarantine. Kept only where it has an end.
    retired: u64,
    /// The last of them: number `n` is at `n % NEWEST`.
    newest: [u32; NEWEST],
    older: Chain,
}

/// How many slots in quarantine lie in the array.
const NEWEST: usize = 8;

/// The slots in quarantine before the newest ones.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    len: u32,
    /// The slot that leaves next, and the one that came last; meaningful while `len > 0`.
    first: u32,
    last: u32,
}

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf(Leaf<T>),
    /// Boxed: it is twice as large as a leaf, and most bins have only leaves.
    Branch(Box<Branch<T>>),
}

#[derive(Clone, Debug)]
struct Leaf<T> {
    /// Live or in quarantine.
    taken: u64,
    /// Invariant: a part of `taken`.
    live: u64,
    tags: [T; BRANCHES],
    /// For slots of the chain that are not its last: which comes after.
    next: Option<Box<[u32; BRANCHES]>>,
}

#[derive(Clone, Debug)]
struct Branch<T> {
    /// Invariant: the bit of a child is set exactly if all slots below it are taken.
    full: u64,
    children: [Option<Rc<Node<T>>>; BRANCHES],
}

impl<T: Copy + Default> Slots<T> {
    /// Takes the free slot of the lowest index, if there is one below `capacity`.
    #[inline]
    pub fn take(&mut self, tag: T, capacity: u32) -> Option<u32> {
        let mut node = self.root.get_or_insert_with(|| Rc::new(Node::new(0)));
        if node.is_full() {
            *node = Rc::new(Node::above(Rc::clone(node)));
            self.height += 1;
        }
        let (mut index, mut height) = (0, self.height);
        let leaf = loop {
            match own(node) {
                Node::Leaf(leaf) => break leaf,
                Node::Branch(branch) => {
                    let child = branch.full.trailing_ones();
                    index = index << BITS | child;
                    height -= 1;
                    node = branch.children[child as usize % BRANCHES]
                        .get_or_insert_with(|| Rc::new(Node::new(height)));
                }
            }
        };
        let slot = leaf.taken.trailing_ones();
        index = index << BITS | slot;
        if index >= capacity {
            return None;
        }
        leaf.taken |= 1 << slot;
        leaf.live |= 1 << slot;
        leaf.tags[slot as usize % BRANCHES] = tag;
        if leaf.taken == u64::MAX && self.height > 0 {
            self.root.as_mut().expect("just used").note_full(self.height, index);
        }
        Some(index)
    }

    /// Ends the use of a slot: it goes into quarantine, and others come out.
    #[inline]
    pub fn retire(&mut self, index: u32, quarantine: Quarantine) -> Result<T, NotLive> {
        let (leaf, slot) = self.leaf_mut(index).ok_or(NotLive::Free)?;
        let bit = 1 << slot;
        if leaf.live & bit == 0 {
            return Err(if leaf.taken & bit == 0 { NotLive::Free } else { NotLive::Quarantined });
        }
        leaf.live &= !bit;
        let tag = leaf.tags[slot];
        match quarantine {
            Quarantine::Unlimited => {}
            Quarantine::Last(0) => self.release(index),
            Quarantine::Last(most) => self.queue(index, most),
        }
        Ok(tag)
    }

    /// What a slot holds, if it is not free.
    #[inline]
    pub fn get(&self, index: u32) -> Option<(Life, T)> {
        let (leaf, slot) = self.leaf(index)?;
        leaf.get(slot)
    }

    /// All slots that are not free, in the order of their indices.
    pub fn each(&self, mut see: impl FnMut(u32, Life, T)) {
        if let Some(root) = &self.root {
            root.each(0, &mut see);
        }
    }

    /// Whether the same slots are taken, and leave quarantine in the same order.
    pub fn agrees_with(&self, other: &Slots<T>, quarantine: Quarantine) -> bool {
        let taken = |slots: &Slots<T>| {
            let mut all = Vec::new();
            slots.each(|index, life, _| all.push((index, life)));
            all
        };
        let shared = match (&self.root, &other.root) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        (shared || taken(self) == taken(other))
            && self.queued(quarantine) == other.queued(quarantine)
    }

    /// The slots in a quarantine that has an end, in the order in which they leave it.
    fn queued(&self, quarantine: Quarantine) -> Vec<u32> {
        let Quarantine::Last(most) = quarantine else { return Vec::new() };
        let mut all = Vec::new();
        let mut next = self.older.first;
        for _ in 0..self.older.len {
            all.push(next);
            let after = self.leaf(next).and_then(|(leaf, slot)| Some(leaf.next.as_ref()?[slot]));
            next = after.unwrap_or_default();
        }
        let newest = self.retired.min(u64::from(most)).min(NEWEST as u64);
        let numbers = self.retired - newest..self.retired;
        all.extend(numbers.map(|number| self.newest[number as usize % NEWEST]));
        all
    }

    /// Puts a slot in a quarantine for `most`.
    #[inline]
    fn queue(&mut self, index: u32, most: u32) {
        let in_array = NEWEST.min(most as usize) as u64;
        let leaves = self.retired.checked_sub(in_array);
        let leaves = leaves.map(|number| self.newest[number as usize % NEWEST]);
        self.newest[self.retired as usize % NEWEST] = index;
        self.retired += 1;
        match leaves {
            Some(leaves) if most as usize <= NEWEST => self.release(leaves),
            Some(leaves) => self.chain(leaves, most - NEWEST as u32),
            None => {}
        }
    }

    /// Puts a slot that is no longer among the newest in the chain, which may have `most`.
    fn chain(&mut self, index: u32, most: u32) {
        let Chain { len, first, last } = self.older;
        if let Some((leaf, slot)) = self.leaf_mut(last).filter(|_| len > 0) {
            leaf.next.get_or_insert_with(|| Box::new([0; BRANCHES]))[slot] = index;
        }
        let first = if len == 0 { index } else { first };
        self.older = Chain { len: len + 1, first, last: index };
        if len == most {
            let next = self.leaf(first).and_then(|(leaf, slot)| Some(leaf.next.as_ref()?[slot]));
            self.older.first = next.unwrap_or_default();
            self.older.len = len;
            self.release(first);
        }
    }

    /// Makes a slot free.
    #[inline]
    fn release(&mut self, index: u32) {
        let Some(mut node) = self.root.as_mut() else { return };
        let mut shift = self.height * BITS;
        loop {
            let at = (index >> shift) as usize % BRANCHES;
            match own(node) {
                Node::Leaf(leaf) => return leaf.taken &= !(1 << at),
                Node::Branch(branch) => {
                    branch.full &= !(1 << at);
                    let Some(child) = branch.children[at].as_mut() else { return };
                    node = child;
                    shift -= BITS;
                }
            }
        }
    }

    /// Whether the tree is high enough to have a slot.
    #[inline]
    fn reaches(&self, index: u32) -> bool {
        u64::from(index) >> (BITS * (self.height + 1)) == 0
    }

    #[inline]
    fn leaf(&self, index: u32) -> Option<(&Leaf<T>, usize)> {
        let mut node = self.root.as_ref().filter(|_| self.reaches(index))?;
        let mut shift = self.height * BITS;
        loop {
            let at = (index >> shift) as usize % BRANCHES;
            match &**node {
                Node::Leaf(leaf) => return Some((leaf, at)),
                Node::Branch(branch) => {
                    node = branch.children[at].as_ref()?;
                    shift -= BITS;
                }
            }
        }
    }

    #[inline]
    fn leaf_mut(&mut self, index: u32) -> Option<(&mut Leaf<T>, usize)> {
        if !self.reaches(index) {
            return None;
        }
        let mut node = self.root.as_mut()?;
        let mut shift = self.height * BITS;
        loop {
            let at = (index >> shift) as usize % BRANCHES;
            match own(node) {
                Node::Leaf(leaf) => return Some((leaf, at)),
                Node::Branch(branch) => {
                    node = branch.children[at].as_mut()?;
                    shift -= BITS;
                }
            }
        }
    }

    /// Panics if the tree does not hold what it promises.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        if let Some(root) = &self.root {
            root.check_invariants(self.height);
        }
    }
}

impl<T: Copy + Default> Node<T> {
    /// A node without slots taken.
    fn new(height: u32) -> Node<T> {
        if height > 0 {
            let children = [const { None }; BRANCHES];
            return Node::Branch(Box::new(Branch { full: 0, children }));
        }
        Node::Leaf(Leaf { taken: 0, live: 0, tags: [T::default(); BRANCHES], next: None })
    }

    /// A node above one that is full.
    fn above(full: Rc<Node<T>>) -> Node<T> {
        let mut children = [const { None }; BRANCHES];
        children[0] = Some(full);
        Node::Branch(Box::new(Branch { full: 1, children }))
    }

    #[inline]
    fn is_full(&self) -> bool {
        match self {
            Node::Leaf(leaf) => leaf.taken == u64::MAX,
            Node::Branch(branch) => branch.full == u64::MAX,
        }
    }

    /// Sets the bits of branches on the way to a leaf that has become full.
    #[cold]
    fn note_full(self: &mut Rc<Self>, height: u32, index: u32) {
        if let Node::Branch(branch) = own(self) {
            let at = (index >> (height * BITS)) as usize % BRANCHES;
            if let Some(child) = &mut branch.children[at] {
                child.note_full(height - 1, index);
                branch.full |= u64::from(child.is_full()) << at;
            }
        }
    }

    fn each(&self, above: u32, see: &mut impl FnMut(u32, Life, T)) {
        match self {
            Node::Leaf(leaf) => {
                for slot in 0..BRANCHES {
                    if let Some((life, tag)) = leaf.get(slot) {
                        see(above << BITS | slot as u32, life, tag);
                    }
                }
            }
            Node::Branch(branch) => {
                for (at, child) in (0..).zip(&branch.children) {
                    if let Some(child) = child {
                        child.each(above << BITS | at, see);
                    }
                }
            }
        }
    }

    #[cfg(test)]
    fn check_invariants(&self, height: u32) {
        match self {
            Node::Leaf(leaf) => assert!(height == 0 && leaf.live & !leaf.taken == 0),
            Node::Branch(branch) => {
                for (at, child) in branch.children.iter().enumerate() {
                    let full = child.as_ref().is_some_and(|child| child.is_full());
                    assert_eq!(branch.full >> at & 1 == 1, full);
                    if let Some(child) = child {
                        child.check_invariants(height - 1);
                    }
                }
            }
        }
    }
}

impl<T: Copy> Leaf<T> {
    fn get(&self, slot: usize) -> Option<(Life, T)> {
        let is = |bits: u64| bits >> slot & 1 == 1;
        let life = if is(self.live) { Life::Live } else { Life::Quarantined };
        is(self.taken).then(|| (life, self.tags[slot]))
    }
}
