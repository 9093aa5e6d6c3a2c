//! The contents of objects: a node for each word that is named.
//!
//! An access at an offset that is not one byte concerns many words: those of every element of an array, or all.
//! Such a group has two nodes: what is written to it flows to each of its words, and each of them flows to
//! what is read from it, also those that are named later. An object of which too many offsets are named is
//! made whole: its words become one node, and any offset is all of it.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::{Abstract, Node, System, Use};
use crate::offset::{FAR, Offset, Shift, WORD};
use crate::pointees::ANYWHERE;
use crate::set::Set;

/// At most this many offsets of an object have a bit.
const MOST_NAMED: usize = 128;

/// What is known of an object when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// It holds no pointers, and is not written: a function, a text.
    Opaque,
    /// The words of its contents are not distinguished.
    Whole,
    /// They are; it has this many bytes, if the size is known.
    Fields(Option<u64>),
}

/// Some of the words of an object: number `rest` and every `stride`-th after it.
#[derive(Clone, Copy, Debug)]
struct Group {
    rest: u32,
    stride: u32,
    into: u32,
    out_of: u32,
}

impl Group {
    fn has(&self, word: u32) -> bool {
        word % self.stride == self.rest
    }
}

/// The contents of an object.
#[derive(Debug)]
pub(super) struct Fields {
    shape: Shape,
    /// The words within this many bytes are distinguished.
    limit: u32,
    /// The nodes of words; of a whole object only the first.
    words: BTreeMap<u32, u32>,
    groups: Vec<Group>,
    /// The offsets that were named, by bit; the first is anywhere.
    named: Vec<Offset>,
    bits: HashMap<Offset, u32>,
    /// The bits that moves lead to.
    moves: HashMap<(u32, Shift), u32>,
}

impl Fields {
    pub fn new(shape: Shape) -> Fields {
        let (shape, limit) = match shape {
            // Of one word there is nothing to tell apart.
            Shape::Fields(Some(size)) if size <= u64::from(WORD) => (Shape::Whole, 0),
            Shape::Fields(size) => (shape, size.map_or(FAR, |size| size.min(FAR.into()) as u32)),
            other => (other, 0),
        };
        Fields {
            shape,
            limit,
            words: BTreeMap::new(),
            groups: Vec::new(),
            named: vec![Offset::Any],
            bits: HashMap::new(),
            moves: HashMap::new(),
        }
    }

    /// Whether it holds no pointers and is not written.
    pub fn is_opaque(&self) -> bool {
        self.shape == Shape::Opaque
    }

    /// Whether all offsets are one.
    pub fn is_whole(&self) -> bool {
        !matches!(self.shape, Shape::Fields(_))
    }

    /// The words within this many bytes are distinguished.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// The bit of an offset; `None` if there are too many.
    pub fn bit(&mut self, offset: Offset) -> Option<u128> {
        if offset == Offset::Any {
            return Some(ANYWHERE);
        }
        if let Some(bit) = self.bits.get(&offset) {
            return Some(1 << bit);
        }
        if self.named.len() == MOST_NAMED {
            return None;
        }
        let bit = self.named.len() as u32;
        self.named.push(offset);
        self.bits.insert(offset, bit);
        Some(1 << bit)
    }

    /// The offset of a bit.
    pub fn offset(&self, bit: u32) -> Offset {
        self.named[bit as usize]
    }

    /// The bit that a move from another leads to, if that was noted.
    pub fn move_of(&self, bit: u32, shift: Shift) -> Option<u32> {
        self.moves.get(&(bit, shift)).copied()
    }

    pub fn note_move(&mut self, bit: u32, shift: Shift, to: u32) {
        self.moves.insert((bit, shift), to);
    }
}

/// The direction of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    In,
    Out,
}

impl System {
    /// The nodes that an access of this many bytes to a pointee concerns.
    pub(super) fn contents(
        &mut self,
        object: Abstract,
        offset: Offset,
        bytes: u32,
        way: Way,
    ) -> Vec<u32> {
        match self.objects[object.0 as usize].shape {
            Shape::Opaque => Vec::new(),
            Shape::Whole => vec![self.word(object, 0)],
            Shape::Fields(_) => {
                let groups = self.reached(object, offset, bytes);
                groups.into_iter().map(|part| self.word_or_group(object, part, way)).collect()
            }
        }
    }

    /// The words an access concerns: each alone, or with a stride.
    fn reached(&self, object: Abstract, offset: Offset, bytes: u32) -> Vec<(u32, Option<u32>)> {
        let limit = self.objects[object.0 as usize].limit;
        let words = |at: u32| at / WORD..=(at + bytes.max(1) - 1) / WORD;
        match offset {
            Offset::Any => vec![(0, Some(1))],
            // Words far into a large object are not distinguished; beyond the end of an object is nothing.
            Offset::At(at) if at.saturating_add(bytes) <= limit => {
                words(at).map(|word| (word, None)).collect()
            }
            Offset::At(_) if limit == FAR => vec![(0, Some(1))],
            Offset::At(_) => Vec::new(),
            Offset::Every { rest, stride } => {
                let stride = stride / WORD;
                let mut all: Vec<_> =
                    words(rest).map(|word| (word % stride, Some(stride))).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
        }
    }

    fn word_or_group(&mut self, object: Abstract, part: (u32, Option<u32>), way: Way) -> u32 {
        match part {
            (word, None) => self.word(object, word),
            (rest, Some(stride)) => {
                let group = self.group(object, rest, stride);
                if way == Way::In { group.into } else { group.out_of }
            }
        }
    }

    fn word(&mut self, object: Abstract, word: u32) -> u32 {
        if let Some(node) = self.objects[object.0 as usize].words.get(&word) {
            return self.find(*node);
        }
        let node = self.fresh_node();
        let fields = &mut self.objects[object.0 as usize];
        fields.words.insert(word, node);
        let groups: Vec<Group> = fields.groups.iter().copied().filter(|g| g.has(word)).collect();
        for group in groups {
            self.add_flow(group.into, node);
            self.add_flow(node, group.out_of);
        }
        node
    }

    fn group(&mut self, object: Abstract, rest: u32, stride: u32) -> Group {
        let groups = &self.objects[object.0 as usize].groups;
        if let Some(group) = groups.iter().find(|g| g.rest == rest && g.stride == stride) {
            return *group;
        }
        let (into, out_of) = (self.fresh_node(), self.fresh_node());
        let group = Group { rest, stride, into, out_of };
        // What is written to words without a node of their own is read by groups.
        self.add_flow(into, out_of);
        let others: Vec<Group> = self.objects[object.0 as usize].groups.clone();
        for other in others.iter().filter(|other| meets(&group, other)) {
            self.add_flow(into, other.out_of);
            self.add_flow(other.into, out_of);
        }
        let words = self.objects[object.0 as usize].words.iter();
        let words: Vec<u32> =
            words.filter(|(w, _)| group.has(**w)).map(|(_, node)| *node).collect();
        for node in words {
            self.add_flow(into, node);
            self.add_flow(node, out_of);
        }
        self.objects[object.0 as usize].groups.push(group);
        group
    }

    /// The numbers of the objects that pointers stored in an object may point to.
    pub fn stored_in(&self, object: Abstract) -> Set {
        let fields = &self.objects[object.0 as usize];
        let groups = fields.groups.iter().map(|group| &group.into);
        let mut stored = Set::default();
        for node in fields.words.values().chain(groups) {
            stored.add(&self.set_of(Node(*node)));
        }
        stored
    }

    /// Tells the words of an object apart no more.
    pub(super) fn make_whole(&mut self, object: Abstract) {
        let fields = &mut self.objects[object.0 as usize];
        fields.shape = Shape::Whole;
        (fields.bits, fields.moves) = (HashMap::new(), HashMap::new());
        let words = std::mem::take(&mut fields.words).into_values();
        let groups = std::mem::take(&mut fields.groups).into_iter();
        let all: Vec<u32> = words.chain(groups.flat_map(|g| [g.into, g.out_of])).collect();
        let one = self.word(object, 0);
        for node in all {
            self.unite(one, node);
        }
    }

    /// Does with a pointee what a use of a pointer to it does.
    pub(super) fn apply(&mut self, what: Use, object: Abstract, offset: Offset) {
        match what {
            Use::Load { to, bytes } => {
                for node in self.contents(object, offset, bytes, Way::Out) {
                    self.add_flow(node, to);
                }
            }
            Use::Store { from, bytes } => {
                for node in self.contents(object, offset, bytes, Way::In) {
                    self.add_flow(from, node);
                }
            }
            Use::Fill { pipe } => self.connect(pipe, object, offset, Way::Out),
            Use::Drain { pipe } => self.connect(pipe, object, offset, Way::In),
            Use::Tell { .. } => unreachable!("done where the use is"),
        }
    }

    /// Connects a pipe with the contents of an object from an offset on.
    fn connect(&mut self, pipe: u32, object: Abstract, offset: Offset, way: Way) {
        let words = self.pipes[pipe as usize].words.clone();
        let apart = match offset {
            Offset::At(at) => at.is_multiple_of(WORD),
            Offset::Every { rest, .. } => rest.is_multiple_of(WORD),
            Offset::Any => false,
        };
        if words.is_empty() || !apart || self.objects[object.0 as usize].is_whole() {
            let side = &self.pipes[pipe as usize];
            let side = if way == Way::Out { side.mouth } else { side.end };
            for node in self.contents(object, Offset::Any, 1, way) {
                self.join(node, side, way);
            }
            return;
        }
        for (word, n) in words.into_iter().zip(0u32..) {
            let at = match offset {
                Offset::At(at) => Offset::At(at + n * WORD),
                Offset::Every { rest, stride } => {
                    Offset::Every { rest: (rest + n * WORD) % stride, stride }
                }
                Offset::Any => unreachable!("the object is whole"),
            };
            for node in self.contents(object, at, WORD, way) {
                self.join(node, word, way);
            }
        }
    }

    fn join(&mut self, contents: u32, outside: u32, way: Way) {
        match way {
            Way::Out => self.add_flow(contents, outside),
            Way::In => self.add_flow(outside, contents),
        }
    }
}

/// Whether two groups have words in common.
fn meets(a: &Group, b: &Group) -> bool {
    let (mut x, mut y) = (a.stride, b.stride);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a.rest % x == b.rest % x
}
