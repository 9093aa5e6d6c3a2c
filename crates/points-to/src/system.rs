//! Systems of inclusion constraints, and their least solutions.
//!
//! The idea is Andersen's: each pointer is a *node* with the set of its pointees; each way in which
//! one comes from another is an inclusion between their sets. Copies are edges of a graph; moves inside an
//! object are edges with a shift; loads and stores become edges as the pointees are found out that they reach
//! (*uses* of a node). The solution is found by wave propagation (Pereira and Berlin 2009): cycles are
//! collapsed, then new elements travel once along the edges in topological order, then the uses of
//! the nodes that grew add edges, and so on until nothing is new.
//!
//! Ours differs in what pointees are: an object and an [`Offset`], the contents of an object being one
//! node for each word that is named, with groups of words for arrays ([`fields`](self)). And only what is
//! reached from nodes that grew is looked at again for cycles.
//!
//! Nothing here knows programs.

mod cycles;
mod fields;
mod wave;

use crate::offset::{Offset, Shift};
use crate::pointees::{ANYWHERE, Pointees, bits};
use crate::set::Set;
use crate::shared::{Pool, Shared};
use fields::Fields;
pub use fields::Shape;

/// A pointer, or anything else that has a set of pointees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(pub u32);

/// An abstract object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Abstract(pub u32);

/// A listener that learns when a node comes to point to another opaque object, such as a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Watch(pub u32);

/// What is done with the pointees of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// This many bytes there flow to a node, and nothing else flows to it. Invariant: one for each number.
    Load { to: u32, bytes: u32 },
    /// A node that flows nowhere else flows to this many bytes there. Invariant: one for each number.
    Store { from: u32, bytes: u32 },
    /// The contents flow into a pipe.
    Fill { pipe: u32 },
    /// What is in a pipe flows there.
    Drain { pipe: u32 },
    /// The opaque ones are reported to a listener.
    Tell { watch: u32 },
}

/// What is on its way in a copy of memory: a node for each word, if their number is known.
struct Pipe {
    /// What comes from pointees whose words are not distinguished.
    mouth: u32,
    words: Vec<u32>,
    /// What goes to such pointees.
    end: u32,
}

/// Copies of more bytes than this do not tell words apart.
const LONG: u64 = 1024;

/// What is known about a node. That of a node that is part of another means nothing.
#[derive(Default)]
struct Knot {
    /// What was passed on along all edges.
    full: Shared,
    /// What is still to be passed on. Invariant: nothing of it is in `full`.
    fresh: Shared,
    /// What `uses` have not seen.
    todo: Shared,
    /// The nodes it flows to.
    flows: Set,
    /// The nodes that it is after a move; nothing else flows to them. Invariant: one for each move.
    shifts: Vec<(Shift, u32)>,
    uses: Vec<Use>,
}

/// Counts of what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Waves.
    pub waves: u64,
    /// Nodes that were found to be one with another.
    pub collapsed: u64,
    /// Edges.
    pub edges: u64,
}

/// Constraints, and their solution as far as it is known.
#[derive(Default)]
pub struct System {
    /// The node each is part of: itself, or one nearer to that.
    parents: Vec<u32>,
    knots: Vec<Knot>,
    pool: Pool,
    objects: Vec<Fields>,
    pipes: Vec<Pipe>,
    /// Nodes that may have something fresh, and those that may have uses to do.
    grown: Vec<u32>,
    waiting: Vec<u32>,
    /// Nodes that are one, since the nodes are that they come from in the same way.
    equal: Vec<(u32, u32)>,
    /// What each listener was told, and what it is still to be told.
    told: Vec<Set>,
    found: Vec<(Watch, Abstract)>,
    work: Work,
}

impl System {
    /// Without constraints.
    pub fn new() -> System {
        System::default()
    }

    /// What was done so far.
    pub fn work(&self) -> Work {
        self.work
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// A node with an empty set.
    pub fn node(&mut self) -> Node {
        Node(self.fresh_node())
    }

    fn fresh_node(&mut self) -> u32 {
        let node = self.parents.len() as u32;
        self.parents.push(node);
        self.knots.push(Knot::default());
        node
    }

    /// A new object.
    pub fn object(&mut self, shape: Shape) -> Abstract {
        self.objects.push(Fields::new(shape));
        Abstract(self.objects.len() as u32 - 1)
    }

    /// `node` may point to this.
    pub fn point(&mut self, node: Node, object: Abstract, offset: Offset) {
        let bit = self.bit(object, offset);
        let node = self.leader(node.0);
        let one = self.pool.share(Pointees::one(object.0, bit));
        self.grow(node, &one);
    }

    /// What `from` may point to, `to` may.
    pub fn flow(&mut self, from: Node, to: Node) {
        self.add_flow(from.0, to.0);
    }

    /// Where `from` may point to, `to` may after a move.
    pub fn shift(&mut self, from: Node, to: Node, shift: Shift) {
        let moved = self.shifted(from, shift);
        self.flow(moved, to);
    }

    /// The node of where another may point to after a move. Nothing is to flow to it.
    pub fn shifted(&mut self, from: Node, shift: Shift) -> Node {
        if shift == Shift::By(0) {
            return from;
        }
        let from = self.leader(from.0);
        let shifts = &self.knots[from as usize].shifts;
        if let Some((_, to)) = shifts.iter().find(|(by, _)| *by == shift) {
            return Node(*to);
        }
        let to = self.fresh_node();
        self.knots[from as usize].shifts.push((shift, to));
        self.work.edges += 1;
        let all = self.knots[from as usize].full.clone();
        let moved = self.moved(&all, shift);
        let leader = self.leader(to);
        self.grow(leader, &moved);
        Node(to)
    }

    /// `to` is what this many bytes show where `pointer` may point to.
    pub fn load(&mut self, pointer: Node, to: Node, bytes: u32) {
        let loaded = self.loaded(pointer, bytes);
        self.flow(loaded, to);
    }

    /// The node of what this many bytes show where `pointer` may point to. Nothing is to flow to it.
    pub fn loaded(&mut self, pointer: Node, bytes: u32) -> Node {
        let node = self.leader(pointer.0);
        let known = self.knots[node as usize].uses.iter().find_map(|what| match *what {
            Use::Load { to, bytes: same } if same == bytes => Some(to),
            _ => None,
        });
        let to = known.unwrap_or_else(|| {
            let to = self.fresh_node();
            self.used(pointer, Use::Load { to, bytes });
            to
        });
        Node(to)
    }

    /// This many bytes where `pointer` may point to may be `from`.
    pub fn store(&mut self, pointer: Node, from: Node, bytes: u32) {
        let node = self.leader(pointer.0);
        let known = self.knots[node as usize].uses.iter().find_map(|what| match *what {
            Use::Store { from, bytes: same } if same == bytes => Some(from),
            _ => None,
        });
        let stored = known.unwrap_or_else(|| {
            let stored = self.fresh_node();
            self.used(pointer, Use::Store { from: stored, bytes });
            stored
        });
        self.add_flow(from.0, stored);
    }

    /// Bytes are copied from where one may point to where another may: this many, if that is known.
    pub fn copy(&mut self, to: Node, from: Node, len: Option<u64>) {
        let mouth = self.fresh_node();
        let len = len.filter(|len| *len <= LONG);
        let words: Vec<u32> = match len {
            Some(len) => (0..len.div_ceil(8)).map(|_| self.fresh_node()).collect(),
            None => Vec::new(),
        };
        let end = if words.is_empty() { mouth } else { self.fresh_node() };
        for word in &words {
            self.add_flow(mouth, *word);
            self.add_flow(*word, end);
        }
        self.pipes.push(Pipe { mouth, words, end });
        let pipe = self.pipes.len() as u32 - 1;
        self.used(from, Use::Fill { pipe });
        self.used(to, Use::Drain { pipe });
    }

    /// Has [`System::solve`] tell of each opaque object that `pointer` may point to, once.
    pub fn watch(&mut self, pointer: Node, watch: Watch) {
        let listeners = self.told.len().max(watch.0 as usize + 1);
        self.told.resize_with(listeners, Set::default);
        self.used(pointer, Use::Tell { watch: watch.0 });
    }

    fn used(&mut self, pointer: Node, what: Use) {
        let node = self.leader(pointer.0);
        let knot = &mut self.knots[node as usize];
        knot.uses.push(what);
        if !knot.full.is_empty() {
            knot.todo = knot.full.clone();
            self.waiting.push(node);
        }
    }

    /// The objects a node may point to, in ascending order.
    pub fn objects_of(&self, node: Node) -> Vec<Abstract> {
        self.set_of(node).iter().map(Abstract).collect()
    }

    /// The numbers of the objects a node may point to.
    pub fn set_of(&self, node: Node) -> Set {
        let knot = &self.knots[self.find(node.0) as usize];
        let mut objects = Set::default();
        for part in [knot.full.get(), knot.fresh.get()].into_iter().flatten() {
            objects.add(part.whole());
            objects.add(&part.exact().map(|exact| exact.0).collect());
        }
        objects
    }

    /// The pointees of a node, in ascending order, without those that others cover.
    pub fn places_of(&self, node: Node) -> Vec<(Abstract, Offset)> {
        let knot = &self.knots[self.find(node.0) as usize];
        let mut all = Pointees::default();
        [&knot.full, &knot.fresh].into_iter().filter_map(Shared::get).for_each(|p| all.add(p));
        let mut pointees = self.listed(&all);
        pointees.sort_unstable();
        pointees
    }

    /// A node that stands for all that have the same set by construction: equal for many nodes.
    pub fn representative(&self, node: Node) -> Node {
        Node(self.find(node.0))
    }

    /// The bit of an offset of an object.
    fn bit(&mut self, object: Abstract, offset: Offset) -> u128 {
        let fields = &mut self.objects[object.0 as usize];
        if fields.is_whole() {
            return ANYWHERE;
        }
        fields.bit(offset).unwrap_or_else(|| {
            self.make_whole(object);
            ANYWHERE
        })
    }

    /// Pointees as objects and offsets.
    fn listed(&self, pointees: &Pointees) -> Vec<(Abstract, Offset)> {
        let mut all: Vec<(Abstract, Offset)> =
            pointees.whole().iter().map(|object| (Abstract(object), Offset::Any)).collect();
        for (object, word) in pointees.exact() {
            let fields = &self.objects[object as usize];
            match fields.is_whole() {
                true => all.push((Abstract(object), Offset::Any)),
                false => all.extend(bits(word).map(|b| (Abstract(object), fields.offset(b)))),
            }
        }
        all
    }

    /// Where pointees are after a move.
    fn moved(&mut self, pointees: &Shared, shift: Shift) -> Shared {
        let Some(pointees) = pointees.get() else { return Shared::default() };
        let mut moved = pointees.only_whole();
        for (object, word) in pointees.exact() {
            let to =
                bits(word).fold(0, |to, bit| to | self.moved_bit(Abstract(object), bit, shift));
            moved.push(object, to);
        }
        self.pool.share(moved)
    }

    fn moved_bit(&mut self, object: Abstract, bit: u32, shift: Shift) -> u128 {
        let fields = &mut self.objects[object.0 as usize];
        if fields.is_whole() {
            return ANYWHERE;
        }
        if let Some(to) = fields.move_of(bit, shift) {
            return 1 << to;
        }
        let to = fields.offset(bit).moved(shift, fields.limit());
        let to = self.bit(object, to);
        self.objects[object.0 as usize].note_move(bit, shift, to.trailing_zeros());
        to
    }

    /// The node that a node is part of.
    fn find(&self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    /// The same; shortens the way.
    fn leader(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let up = self.parents[node as usize];
            self.parents[node as usize] = self.parents[up as usize];
            node = up;
        }
        node
    }

    fn add_flow(&mut self, from: u32, to: u32) {
        let (from, to) = (self.leader(from), self.leader(to));
        if from == to || !self.knots[from as usize].flows.insert(to) {
            return;
        }
        self.work.edges += 1;
        let all = self.knots[from as usize].full.clone();
        self.grow(to, &all);
    }

    /// Adds pointees to a node that leads.
    fn grow(&mut self, node: u32, pointees: &Shared) {
        let knot = &mut self.knots[node as usize];
        let new = self.pool.without(pointees, &knot.full);
        if new.is_empty() {
            return;
        }
        if knot.fresh.is_empty() {
            self.grown.push(node);
        }
        knot.fresh = self.pool.union(&knot.fresh, &new);
    }

    /// Makes two nodes one, and then those that come from them in the same way.
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        self.equal.push((a, b));
        while let Some((a, b)) = self.equal.pop() {
            self.unite_two(a, b);
        }
        self.leader(a)
    }

    fn unite_two(&mut self, a: u32, b: u32) {
        let (a, b) = (self.leader(a), self.leader(b));
        if a == b {
            return;
        }
        let (into, from) = (a.min(b), a.max(b));
        self.parents[from as usize] = into;
        self.work.collapsed += 1;
        let gone = std::mem::take(&mut self.knots[from as usize]);
        let knot = &mut self.knots[into as usize];
        // What only one of them passed on has not travelled along the edges of the other.
        let pool = &mut self.pool;
        let both = pool.common(&knot.full, &gone.full);
        let all = [&gone.full, &gone.fresh, &knot.fresh];
        let all = all.into_iter().fold(knot.full.clone(), |all, part| pool.union(&all, part));
        knot.fresh = pool.without(&all, &both);
        knot.full = both;
        knot.todo = pool.union(&knot.todo, &gone.todo);
        knot.flows.add(&gone.flows);
        for (shift, to) in gone.shifts {
            match knot.shifts.iter().find(|(by, _)| *by == shift) {
                Some((_, same)) => self.equal.push((*same, to)),
                None => knot.shifts.push((shift, to)),
            }
        }
        for what in gone.uses {
            match knot.uses.iter().find_map(|other| what.same(other)) {
                Some(nodes) => self.equal.push(nodes),
                None => knot.uses.push(what),
            }
        }
        if !knot.fresh.is_empty() {
            self.grown.push(into);
        }
        if !knot.todo.is_empty() {
            self.waiting.push(into);
        }
    }
}

impl Use {
    /// The nodes of two uses that are one if the nodes are that are used. What two nodes store is not
    /// the same, but goes to the same places.
    fn same(&self, other: &Use) -> Option<(u32, u32)> {
        match (*self, *other) {
            (Use::Load { to, bytes }, Use::Load { to: also, bytes: same })
            | (Use::Store { from: to, bytes }, Use::Store { from: also, bytes: same })
                if bytes == same =>
            {
                Some((to, also))
            }
            _ => None,
        }
    }
}
