//! The numbers of objects.
//!
//! Each kind of object has a region of its own whose base has 32 zero bits, so that runs do not
//! depend on the host. Locals grow downwards and give their numbers back when their function
//! returns; everything else is numbered upwards and never again. Between two objects there is
//! always a gap, so that a pointer one past the end of one is not the address of another.

use crate::{Kind, ObjectId};

const FUNCTIONS: u64 = 0x1000_0000_0000;
const GLOBALS: u64 = 0x2000_0000_0000;
const STACK_TOP: u64 = 0x4000_0000_0000;
const HEAP: u64 = 0x5000_0000_0000;
const SYSTEM: u64 = 0x6000_0000_0000;
const GAP: u64 = 16;
/// No object starts where the low half of its number is zero: programs that keep an address in an
/// `int` and compare it with zero would see a null pointer they never see natively.
const FIRST: u64 = 4096;

/// The next number of each region.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    functions: u64,
    globals: u64,
    heap: u64,
    system: u64,
    /// The lowest number in use by a local.
    stack: u64,
}

impl Addresses {
    pub fn new() -> Addresses {
        Addresses {
            functions: FUNCTIONS + FIRST,
            globals: GLOBALS + FIRST,
            heap: HEAP + FIRST,
            system: SYSTEM + FIRST,
            stack: STACK_TOP,
        }
    }

    /// A number for an object of this kind.
    #[inline]
    pub fn take(&mut self, kind: Kind, size: u64, align: u64) -> u64 {
        let next = match kind {
            Kind::Local => {
                self.stack = (self.stack - size - GAP) & !(align - 1);
                return self.stack;
            }
            Kind::Function => &mut self.functions,
            Kind::Global => &mut self.globals,
            Kind::Heap => &mut self.heap,
            Kind::System => &mut self.system,
        };
        let address = (*next + (align - 1)) & !(align - 1);
        *next = address + size + GAP;
        address
    }

    #[inline]
    pub fn stack(&self) -> u64 {
        self.stack
    }

    /// Gives back the numbers of locals below.
    #[inline]
    pub fn set_stack(&mut self, stack: u64) {
        self.stack = stack;
    }
}

/// Objects by number, to find the one an integer points into.
///
/// Numbers are handed out in order, so appending keeps each list sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Everything but locals, by region and rising number.
    regions: [Vec<(u64, ObjectId)>; 4],
    /// Live locals, the youngest (lowest number) last.
    pub stack: Vec<ObjectId>,
}

impl Index {
    pub fn insert(&mut self, kind: Kind, address: u64, id: ObjectId) {
        match region(kind) {
            Some(r) => self.regions[r].push((address, id)),
            None => self.stack.push(id),
        }
    }

    /// The object with the greatest number not above `address`, outside the stack.
    pub fn below(&self, address: u64) -> Option<ObjectId> {
        let region = self.regions.iter().rev().find(|r| r.first().is_some_and(|e| e.0 <= address));
        let list = region?;
        Some(list[list.partition_point(|e| e.0 <= address) - 1].1)
    }

    /// All objects in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = ObjectId> {
        let [functions, globals, heap, system] = &self.regions;
        let below = functions.iter().chain(globals).map(|e| e.1);
        let above = heap.iter().chain(system).map(|e| e.1);
        below.chain(self.stack.iter().rev().copied()).chain(above)
    }

    /// Keeps only the objects for which `keep` holds.
    pub fn retain(&mut self, keep: impl Fn(ObjectId) -> bool) {
        self.regions.iter_mut().for_each(|r| r.retain(|e| keep(e.1)));
    }
}

/// The list of a kind; locals are apart.
fn region(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Function => Some(0),
        Kind::Global => Some(1),
        Kind::Heap => Some(2),
        Kind::System => Some(3),
        Kind::Local => None,
    }
}

/// Whether a number lies in the region of locals.
pub(crate) fn is_stack(address: u64) -> bool {
    (GLOBALS + (1 << 44)..STACK_TOP).contains(&address)
}
