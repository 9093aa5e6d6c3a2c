//! Nodes and their lifetime: hash-consing, reference counting, freeing.
//!
//! A node takes 40 bytes in one slab and refers to its operands by index. The table finds the node with equal
//! content, so that equal terms are one node. Each node counts its uses, by handles and by other nodes; with the last
//! use it leaves the table and its slot is free for another. Freeing works through a list, never by recursion: a
//! chain of a million terms is freed as safely as one.

use crate::BYTE;
use crate::facts::{self, Facts};
use crate::float::Float;
use crate::form::{Binary, Shape, Symbol};
use crate::memo::Memo;
use crate::pool::Pool;
use crate::slab::Slab;
use crate::table::Table;
use numeric::{Bits, Wide};
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

/// What kind of node it is; decides the meaning of its words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    /// Up to 64 bits: the low and the high half of the value.
    Const,
    /// More bits: the index of the payload. The same for `Var`, `Array` and `Table`.
    Wide,
    Var,
    Array,
    Table,
    Store,
    /// The array below, the length above the start, and the source.
    Range,
    Shift,
    Every,
    /// The byte at the index that the bound variable stands for.
    Lambda,
    Select,
    Not,
    Concat,
    /// The operand and the lowest bit.
    Extract,
    Sext,
    Ite,
    Binary(Binary),
    Float(Float),
    /// A free slot.
    Vacant,
}

impl Kind {
    /// How many of the words are operands.
    pub(crate) fn arity(self) -> usize {
        match self {
            Kind::Const | Kind::Wide | Kind::Var | Kind::Array | Kind::Table | Kind::Vacant => 0,
            Kind::Not | Kind::Extract | Kind::Sext | Kind::Every | Kind::Lambda => 1,
            Kind::Select | Kind::Concat | Kind::Shift | Kind::Binary(_) => 2,
            Kind::Store | Kind::Range | Kind::Ite => 3,
            Kind::Float(float) => float.op.arity(),
        }
    }

    #[inline]
    pub(crate) fn is_const(self) -> bool {
        matches!(self, Kind::Const | Kind::Wide)
    }

    fn has_payload(self) -> bool {
        matches!(self, Kind::Wide | Kind::Var | Kind::Array | Kind::Table)
    }

    /// A number for hashing.
    fn code(self) -> u64 {
        match self {
            Kind::Const | Kind::Wide => 1,
            Kind::Var => 2,
            Kind::Array => 3,
            Kind::Table => 4,
            Kind::Store => 5,
            Kind::Select => 6,
            Kind::Not => 7,
            Kind::Concat => 8,
            Kind::Extract => 9,
            Kind::Sext => 10,
            Kind::Ite => 11,
            Kind::Vacant => 12,
            Kind::Range => 13,
            Kind::Shift => 14,
            Kind::Every => 15,
            Kind::Binary(op) => 16 + op as u64,
            Kind::Lambda => 63,
            Kind::Float(float) => 64 + float.code(),
        }
    }
}

/// What does not fit the words of a node.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Payload {
    Wide(Wide),
    Symbol(Symbol),
    Bytes(Rc<[u8]>),
}

/// A node without derived data: the key of hash-consing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) kind: Kind,
    /// Zero for arrays.
    pub(crate) width: u32,
    /// Operands first; unused words are zero.
    pub(crate) words: [u32; 3],
}

/// The slot of facts of a node that has none.
const NO_FACTS: u32 = u32::MAX;

pub(crate) struct Node {
    pub(crate) key: Key,
    uses: u32,
    facts: u32,
    /// Whether bytes that were never written are below.
    pub(crate) undefined: bool,
    /// An upper bound on the bytes among which a read chooses; 0 if this is not a composite array.
    pub(crate) choices: u16,
    /// Hash of the structure without the names of symbols.
    pub(crate) shape_hash: u64,
}

/// All nodes. See the [module](self).
#[derive(Default)]
pub(crate) struct Store {
    nodes: Slab<Node>,
    table: Table,
    facts: Pool,
    payloads: Slab<Payload>,
    /// Invariant: exactly the payloads of live nodes, each used by one node.
    payload_index: HashMap<Payload, u32>,
    /// Empty between calls; kept for its memory.
    dying: Vec<u32>,
    /// Whether nodes stay after their last use.
    pub(crate) keeps_dead: bool,
    /// An empty memo for the next evaluator; kept for its memory.
    pub(crate) scratch: Cell<Memo>,
}

/// Mixes one more word into a hash.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product as u64) ^ (product >> 64) as u64 ^ hash.rotate_left(23)
}

fn key_hash(key: &Key) -> u64 {
    let [a, b, c] = key.words.map(u64::from);
    let head = mix(key.kind.code(), u64::from(key.width));
    mix(mix(head, a | b << 32), c)
}

impl Store {
    pub(crate) fn live(&self) -> usize {
        self.table.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        let index = self.payload_index.capacity() * size_of::<(Payload, u32)>();
        self.nodes.bytes() + self.table.bytes() + self.facts.bytes() + self.payloads.bytes() + index
    }

    #[inline]
    pub(crate) fn node(&self, id: u32) -> &Node {
        self.nodes.get(id)
    }

    pub(crate) fn payload(&self, node: &Node) -> &Payload {
        self.payload_of(&node.key)
    }

    pub(crate) fn payload_of(&self, key: &Key) -> &Payload {
        self.payloads.get(key.words[0])
    }

    /// What is known of the value, for a width of up to 64; of an array, of each byte.
    pub(crate) fn facts(&self, id: u32) -> Facts {
        let node = self.node(id);
        match (node.key.kind, node.facts) {
            (Kind::Const, _) => Facts::exactly(node.small_value(), Bits(node.key.width)),
            (_, NO_FACTS) if node.key.width == 0 => Facts::nothing(BYTE),
            (_, NO_FACTS) => Facts::nothing(Bits(node.key.width)),
            (_, at) => *self.facts.get(at),
        }
    }

    /// Adds a use; returns the width.
    #[inline]
    pub(crate) fn retain(&mut self, id: u32) -> u32 {
        // A count that overflowed would free a node in use: stop instead.
        let node = self.nodes.get_mut(id);
        node.uses = node.uses.checked_add(1).expect("a term has fewer than 2^32 uses");
        node.key.width
    }

    /// Ends a use; the last one frees the node, and then its operands likewise.
    #[inline]
    pub(crate) fn release(&mut self, id: u32) {
        let node = self.nodes.get_mut(id);
        node.uses -= 1;
        if node.uses == 0 {
            self.free_all(id);
        }
    }

    #[cold]
    fn free_all(&mut self, id: u32) {
        if self.keeps_dead {
            return;
        }
        let mut dying = std::mem::take(&mut self.dying);
        dying.push(id);
        while let Some(id) = dying.pop() {
            let key = self.free(id);
            for operand in &key.words[..key.kind.arity()] {
                let node = self.nodes.get_mut(*operand);
                node.uses -= 1;
                if node.uses == 0 {
                    dying.push(*operand);
                }
            }
        }
        self.dying = dying;
    }

    /// Removes a node from the table and empties its slot.
    fn free(&mut self, id: u32) -> Key {
        self.table.remove(id, key_hash(&self.nodes.get(id).key));
        let node = self.nodes.get(id);
        let (key, facts) = (node.key, node.facts);
        if facts != NO_FACTS {
            self.facts.release(facts);
        }
        if key.kind.has_payload() {
            let empty = Payload::Wide(Wide::zero(Bits(1)));
            self.payload_index.remove(self.payloads.get(key.words[0]));
            self.payloads.remove(key.words[0], empty);
            if self.payload_index.len() * 8 + 1024 < self.payload_index.capacity() {
                self.payload_index.shrink_to(self.payload_index.len() * 2);
            }
        }
        let vacant = Key { kind: Kind::Vacant, width: 0, words: [0; 3] };
        self.nodes.remove(id, Node::vacant(vacant));
        key
    }

    /// The node with this content, with an additional use for the caller.
    pub(crate) fn intern(&mut self, key: Key) -> u32 {
        let hash = key_hash(&key);
        let nodes = &self.nodes;
        if let Some(id) = self.table.find(hash, |id| nodes.get(id).key == key) {
            self.retain(id);
            return id;
        }
        for operand in &key.words[..key.kind.arity()] {
            self.retain(*operand);
        }
        let facts = match facts::of_key(self, &key) {
            Some(facts) => self.facts.insert(facts),
            None => NO_FACTS,
        };
        let shape_hash = self.shape_hash(&key);
        let (undefined, choices) = (self.undefined(&key), self.choices(&key));
        let id = self.nodes.insert(Node { key, uses: 1, facts, undefined, choices, shape_hash });
        self.table.insert(id, hash);
        id
    }

    /// The node with this payload, with an additional use for the caller.
    pub(crate) fn intern_payload(&mut self, kind: Kind, width: u32, payload: Payload) -> u32 {
        let at = match self.payload_index.get(&payload) {
            Some(at) => *at,
            None => {
                let at = self.payloads.insert(payload.clone());
                self.payload_index.insert(payload, at);
                at
            }
        };
        self.intern(Key { kind, width, words: [at, 0, 0] })
    }

    /// Whether bytes that were never written are below.
    fn undefined(&self, key: &Key) -> bool {
        if key.kind == Kind::Array {
            let payload = self.payload_of(key);
            return matches!(payload, Payload::Symbol(symbol) if symbol.is_undefined());
        }
        key.words[..key.kind.arity()].iter().any(|operand| self.node(*operand).undefined)
    }

    /// Whether an array is a range put over another.
    fn is_range_on(&self, array: u32, below: u32) -> bool {
        let key = &self.node(array).key;
        key.kind == Kind::Range && key.words[0] == below
    }

    fn choices(&self, key: &Key) -> u16 {
        let [a, _, c] = key.words;
        let of = |array: u32| self.node(array).choices;
        match key.kind {
            // What lies below both is visited once.
            Kind::Range if self.is_range_on(c, a) => of(c),
            Kind::Range => of(a).max(1).saturating_add(of(c).max(1)),
            Kind::Shift => of(a).max(1),
            Kind::Every | Kind::Lambda => 1,
            Kind::Store if of(a) > 0 => of(a).saturating_add(1),
            _ => 0,
        }
    }

    fn shape_hash(&self, key: &Key) -> u64 {
        let mut hash = mix(key.kind.code(), u64::from(key.width));
        let arity = key.kind.arity();
        if key.kind.has_payload() {
            return match self.payloads.get(key.words[0]) {
                Payload::Wide(value) => value.limbs().iter().fold(hash, |h, limb| mix(h, *limb)),
                Payload::Symbol(Symbol { shape: Shape::Vector(_), .. }) => hash,
                Payload::Symbol(Symbol { shape: Shape::Bytes(length), .. }) => {
                    mix(hash, length.map_or(u64::MAX, |n| n))
                }
                Payload::Bytes(bytes) => {
                    let start = mix(hash, bytes.len() as u64);
                    bytes.iter().fold(start, |h, byte| mix(h, u64::from(*byte)))
                }
            };
        }
        for (i, word) in key.words.iter().enumerate() {
            let part = if i < arity { self.node(*word).shape_hash } else { u64::from(*word) };
            hash = mix(hash, part);
        }
        hash
    }
}

impl Node {
    fn vacant(key: Key) -> Node {
        Node { key, uses: 0, facts: NO_FACTS, undefined: false, choices: 0, shape_hash: 0 }
    }

    /// Whether there is more than one use.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.uses > 1
    }

    /// The value of a constant of up to 64 bits.
    pub(crate) fn small_value(&self) -> u64 {
        u64::from(self.key.words[0]) | u64::from(self.key.words[1]) << 32
    }
}

const _: () = assert!(size_of::<Node>() == 40, "a node is 40 bytes");
