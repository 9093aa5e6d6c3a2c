//! The addresses of objects.
//!
//! Each kind of object has a region of its own with a fixed base, so that runs do not depend on the host; within it,
//! addresses come from an allocator that belongs to the state ([`alloc`]). The allocator also finds the object an
//! integer points into. Objects at addresses chosen by the program lie outside of all regions.

use std::rc::Rc;

use alloc::{Allocator, BadLayout, Found, Quarantine, Region, Scheme, Span};

use crate::contents::layer::VAST;
use crate::object::table::own;
use crate::{Kind, Object, ObjectId};

const CONSTANTS: Region = Region(0);
const GLOBALS: Region = Region(1);
const STACK: Region = Region(2);
const HEAP: Region = Region(3);
const FUNCTIONS: Region = Region(4);
const SYSTEM: Region = Region(5);
const VAST_OBJECTS: Region = Region(6);
const REGIONS: usize = 7;

/// Regions begin this much above their bases. Otherwise the addresses of their first objects would have a low half of
/// zero, and programs that keep an address in an `int` and compare it with zero would see a null pointer that they
/// never see natively. It is a multiple of a page, so that alignment is as in the allocator, and not half of any size
/// that objects have, so that the middle of a region is not an exception.
const FIRST: u64 = 0x1000_1000;

/// How objects get their addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    /// Which allocator.
    pub scheme: Scheme,
    /// How long addresses are withheld after a free.
    pub quarantine: Quarantine,
    /// The region of globals that may not be written.
    pub constants: Span,
    /// That of other globals.
    pub globals: Span,
    /// That of locals.
    pub stack: Span,
    /// That of the heap.
    pub heap: Span,
}

const GIB: u64 = 1 << 30;

impl Default for Numbering {
    fn default() -> Self {
        Numbering {
            scheme: Scheme::Kd,
            quarantine: Quarantine::Last(8),
            constants: Span { base: 0x3000_0000_0000, size: 10 * GIB },
            globals: Span { base: 0x2000_0000_0000, size: 10 * GIB },
            stack: Span { base: 0x4000_0000_0000, size: 128 * GIB },
            heap: Span { base: 0x5000_0000_0000, size: 1024 * GIB },
        }
    }
}

impl Numbering {
    /// Where the regions of each kind begin: constants, globals, locals, the heap, functions, and objects made by the
    /// environment; without vast objects. Only the default allocator keeps within them.
    pub fn regions(&self) -> [Span; REGIONS - 1] {
        let [ordinary @ .., _] = self.layout();
        ordinary.map(|Span { base, size }| Span { base: base.saturating_add(FIRST), size })
    }

    /// All regions, in the order of their addresses.
    fn layout(&self) -> [Span; REGIONS] {
        let functions = Span { base: 0x1000_0000_0000, size: 10 * GIB };
        let system = Span { base: 0x6000_0000_0000, size: 1024 * GIB };
        let vast = Span { base: 0x7000_0000_0000, size: 14 * 1024 * GIB };
        [self.constants, self.globals, self.stack, self.heap, functions, system, vast]
    }
}

/// Which object has which address.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    allocator: Allocator<ObjectId, REGIONS>,
    layout: Rc<[Span; REGIONS]>,
    /// Objects at addresses chosen by the program, in order.
    fixed: Rc<Vec<(u64, ObjectId)>>,
}

impl Addresses {
    pub fn new(numbering: &Numbering) -> Result<Addresses, BadLayout> {
        let mut layout = numbering.layout();
        if numbering.scheme != Scheme::Kd {
            // An allocator that never or rarely reuses addresses gets all the room there is.
            layout = layout.map(|span| widened(span, &layout));
        }
        let layout =
            layout.map(|Span { base, size }| Span { base: base.saturating_add(FIRST), size });
        let allocator = Allocator::new(numbering.scheme, layout, numbering.quarantine)?;
        Ok(Addresses { allocator, layout: Rc::new(layout), fixed: Rc::default() })
    }

    /// An address for an object of this kind; none if there is no room.
    #[inline]
    pub fn take(&mut self, kind: Kind, size: u64, align: u64, id: ObjectId) -> Option<u64> {
        self.allocator.allocate(region(kind, size), size, align, id)
    }

    /// The same for a global that may not be written.
    pub fn take_constant(&mut self, size: u64, align: u64, id: ObjectId) -> Option<u64> {
        let region = if size > VAST { VAST_OBJECTS } else { CONSTANTS };
        self.allocator.allocate(region, size, align, id)
    }

    /// Gives back the address of an object.
    #[inline]
    pub fn give_back(&mut self, object: &Object) {
        let (size, align) = (object.capacity(), 1 << object.align);
        // An object that the program placed itself is not known to the allocator.
        let _ = self.allocator.free_sized(region(object.kind, size), object.address, size, align);
    }

    /// The object, possibly a dead one, whose slot an address is in, and the start of that slot.
    pub fn at(&self, address: u64) -> Option<(u64, ObjectId)> {
        match self.allocator.find(address) {
            Found::Live(place) | Found::Quarantined(place) => Some((place.base, place.tag)),
            Found::Free => None,
        }
    }

    /// Whether addresses lie in a region, where only the allocator may put an object.
    pub fn meets_region(&self, from: u64, to: u64) -> bool {
        self.layout.iter().any(|span| from < span.base + span.size && span.base < to)
    }

    /// Puts an object at an address chosen by the program.
    pub fn insert_fixed(&mut self, address: u64, id: ObjectId) {
        let at = self.fixed.partition_point(|entry| entry.0 < address);
        own(&mut self.fixed).insert(at, (address, id));
    }

    /// The object with the greatest address up to `address` among those placed by the program.
    pub fn fixed_below(&self, address: u64) -> Option<ObjectId> {
        let after = self.fixed.partition_point(|entry| entry.0 <= address);
        Some(self.fixed[after.checked_sub(1)?].1)
    }

    /// The dead objects whose addresses are withheld.
    pub fn each_quarantined(&self, mut see: impl FnMut(ObjectId)) {
        self.allocator.each_quarantined(|place| see(place.tag));
    }

    /// Forgets the address of a dead object that can no longer be referred to.
    pub fn forget(&mut self, address: u64) {
        self.allocator.forget(address);
    }

    /// Whether the next objects get the same addresses.
    pub fn agree_with(&self, other: &Addresses) -> bool {
        self.allocator.agrees_with(&other.allocator)
    }

    /// Takes over the addresses of another path with the same live objects.
    pub fn join(&mut self, other: &Addresses) {
        self.allocator.join(&other.allocator);
    }
}

/// A region that reaches to the next one.
fn widened(span: Span, layout: &[Span]) -> Span {
    let above = layout.iter().map(|other| other.base).filter(|base| *base > span.base).min();
    let end = above.unwrap_or(span.base.saturating_add(1 << 44));
    Span { base: span.base, size: span.size.max(end - span.base) }
}

#[inline]
fn region(kind: Kind, size: u64) -> Region {
    match kind {
        _ if size > VAST => VAST_OBJECTS,
        Kind::Global => GLOBALS,
        Kind::Local => STACK,
        Kind::Heap => HEAP,
        Kind::Function => FUNCTIONS,
        Kind::System => SYSTEM,
    }
}
