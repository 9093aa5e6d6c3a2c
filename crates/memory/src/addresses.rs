//! The numbers of objects.
//!
//! Each kind of object has a region of its own whose base has 32 zero bits, so that runs do not
//! depend on the host. Locals grow downwards and give their numbers back when their function
//! returns; everything else is numbered upwards and never again. Between two objects there is
//! always a gap, so that a pointer one past the end of one is not the address of another.

use std::rc::Rc;

use crate::table::own;
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

    /// Whether locals are numbered alike.
    pub fn same_stack(&self, other: &Addresses) -> bool {
        self.stack == other.stack
    }

    /// Hands out no number again that another has handed out.
    pub fn skip_past(&mut self, other: &Addresses) {
        self.functions = self.functions.max(other.functions);
        self.globals = self.globals.max(other.globals);
        self.heap = self.heap.max(other.heap);
        self.system = self.system.max(other.system);
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

/// Objects by number, to find the one an integer points into. Cloning shares all but the stack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Everything but locals, by region.
    regions: [Region; 4],
    /// Live locals, the youngest (lowest number) last.
    pub stack: Vec<ObjectId>,
    /// Objects at numbers the program chose, in their order.
    fixed: Rc<Vec<Entry>>,
}

/// Objects by rising number, in chunks that are copied only to be written.
#[derive(Clone, Debug, Default)]
struct Region {
    /// Invariant: none is empty. Numbers are handed out in order, so appending keeps them sorted.
    chunks: Rc<Vec<Rc<Vec<Entry>>>>,
}

type Entry = (u64, ObjectId);

/// How many entries a chunk has before the next one is begun.
const CHUNK: usize = 64;

impl Region {
    fn push(&mut self, entry: Entry) {
        let chunks = own(&mut self.chunks);
        match chunks.last_mut() {
            Some(last) if last.len() < CHUNK => own(last).push(entry),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(entry);
                chunks.push(Rc::new(chunk));
            }
        }
    }

    /// The object with the greatest number not above `address`.
    fn below(&self, address: u64) -> Option<ObjectId> {
        let after = self.chunks.partition_point(|chunk| chunk[0].0 <= address);
        let chunk = &self.chunks[after.checked_sub(1)?];
        Some(chunk[chunk.partition_point(|e| e.0 <= address) - 1].1)
    }

    fn iter(&self) -> impl Iterator<Item = ObjectId> {
        self.chunks.iter().flat_map(|chunk| chunk.iter().map(|e| e.1))
    }

    fn retain(&mut self, keep: impl Fn(ObjectId) -> bool) {
        if self.iter().all(&keep) {
            return;
        }
        let chunks = std::mem::take(&mut self.chunks);
        let entries = chunks.iter().flat_map(|chunk| chunk.iter());
        entries.filter(|e| keep(e.1)).for_each(|e| self.push(*e));
    }
}

impl Index {
    pub fn insert(&mut self, kind: Kind, address: u64, id: ObjectId) {
        match region(kind) {
            Some(r) => self.regions[r].push((address, id)),
            None => self.stack.push(id),
        }
    }

    /// Puts an object at a number the program chose.
    pub fn insert_fixed(&mut self, address: u64, id: ObjectId) {
        let at = self.fixed.partition_point(|entry| entry.0 < address);
        own(&mut self.fixed).insert(at, (address, id));
    }

    /// The object with the greatest number not above `address` among those the program chose.
    pub fn fixed_below(&self, address: u64) -> Option<ObjectId> {
        let after = self.fixed.partition_point(|entry| entry.0 <= address);
        Some(self.fixed[after.checked_sub(1)?].1)
    }

    /// The object with the greatest number not above `address`, outside the stack.
    pub fn below(&self, address: u64) -> Option<ObjectId> {
        self.regions.iter().rev().find_map(|region| region.below(address))
    }

    /// All objects: those at chosen numbers first, the others in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = ObjectId> {
        let fixed = self.fixed.iter().map(|entry| entry.1);
        let [functions, globals, heap, system] = &self.regions;
        let locals = self.stack.iter().rev().copied();
        fixed
            .chain(functions.iter())
            .chain(globals.iter())
            .chain(locals)
            .chain(heap.iter())
            .chain(system.iter())
    }

    /// Keeps only the objects for which `keep` holds.
    pub fn retain(&mut self, keep: impl Fn(ObjectId) -> bool) {
        self.regions.iter_mut().for_each(|region| region.retain(&keep));
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
