//! The objects of a state by id: births, deaths, and addresses.
//!
//! Dead objects are remembered so that their use is reported by name: while a register or live contents hold a
//! pointer to one, and while its address is in quarantine, since an integer may hold that. After that nothing can
//! refer to it, and its id is free for another object. Without this a long run would grow with every call it makes.

use alloc::BadLayout;

use crate::contents::layer::VAST;
use crate::object::addresses::Addresses;
use crate::object::table::{Spare, Table};
use crate::placement::Place;
use crate::{Fault, Kind, Life, Numbering, Object, ObjectId, Pointer, Site};

/// There are at least this many deaths between collections. It is small enough for the objects of a busy stack to
/// stay in the host's cache.
const LEAST: usize = 1 << 12;

/// How many visits of pointers a death pays for: a call with its locals takes much longer than a look at a word.
const VISITS: usize = 2;

/// All objects of a state. Cloning shares everything until one side writes.
#[derive(Clone, Debug)]
pub struct Objects {
    table: Table<ObjectId, Object>,
    pub(super) addresses: Addresses,
    /// Ids of forgotten objects, to be reused.
    spare: Spare,
    /// Dead objects not yet forgotten. Invariant: as many as the table has.
    dead: usize,
    /// How many of them were there after the last collection.
    kept: usize,
    /// How many pointers the last collection visited.
    effort: usize,
    /// Invariant: the bytes that all objects reserve that are not dead, except vast ones.
    live_bytes: u64,
}

impl Objects {
    pub(crate) fn new(numbering: &Numbering) -> Result<Objects, BadLayout> {
        Ok(Objects {
            table: Table::new(),
            addresses: Addresses::new(numbering)?,
            spare: Spare::default(),
            dead: 0,
            kept: 0,
            effort: 0,
            live_bytes: 0,
        })
    }

    /// An object; none for an id that was never handed out or is forgotten.
    #[inline(always)]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.table.get(id)
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.table.get_mut(id)
    }

    /// The object, if it is live.
    pub(crate) fn live(&self, id: ObjectId) -> Option<&Object> {
        self.table.get(id).filter(|object| object.life == Life::Live)
    }

    /// All objects in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.table.iter()
    }

    /// The live objects except functions.
    pub fn live_data(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.table.iter().filter(|(_, object)| object.is_placeable())
    }

    /// The table, parts of which states share.
    pub(crate) fn table(&self) -> &Table<ObjectId, Object> {
        &self.table
    }

    /// Bytes in live objects; vast objects do not count, since they take no space until they are written.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// An address for the next object, if there is room.
    #[inline]
    pub(crate) fn take_address(&mut self, kind: Kind, size: u64, align: u64) -> Option<u64> {
        self.addresses.take(kind, size, align, self.next_id())
    }

    /// The same for a global that may not be written.
    pub(crate) fn take_constant(&mut self, size: u64, align: u64) -> Option<u64> {
        self.addresses.take_constant(size, align, self.next_id())
    }

    /// The id the next object will have.
    #[inline]
    fn next_id(&self) -> ObjectId {
        self.spare.peek().unwrap_or(ObjectId(self.table.bound()))
    }

    /// Adds a new object at the address that was taken for it.
    #[inline]
    pub(crate) fn enter(&mut self, object: Object) -> ObjectId {
        self.live_bytes += held(object.size);
        match self.spare.pop() {
            Some(id) => {
                self.table.set(id, Some(object));
                id
            }
            None => self.table.push(object),
        }
    }

    /// Whether an object may be put at an address chosen by the program: nothing is there, and the allocator will put
    /// nothing there.
    pub(crate) fn is_vacant(&self, address: u64, size: u64) -> bool {
        let Some(end) = address.checked_add(size) else { return false };
        let overlaps = |object: &Object| {
            object.address < end && address < object.address.saturating_add(object.capacity())
        };
        !self.addresses.meets_region(address, end)
            && !self.find_all().any(|(_, object)| overlaps(object))
    }

    /// Adds a new object at an address chosen by the program, which is vacant.
    pub(crate) fn enter_at_fixed(&mut self, object: Object) -> ObjectId {
        let address = object.address;
        let id = self.enter(object);
        self.addresses.insert_fixed(address, id);
        id
    }

    /// Makes an object read-only.
    pub(crate) fn set_read_only(&mut self, id: ObjectId) {
        if let Some(object) = self.table.get_mut(id) {
            object.read_only = true;
        }
    }

    /// The heap object that may be freed through a pointer; `at` may be an integer.
    pub fn check_free(&self, at: Pointer) -> Result<ObjectId, Fault> {
        let at = if at.id.0 == 0 { self.find(at.offset).ok_or(Fault::BadFree { at })? } else { at };
        let object = self.table.get(at.id).ok_or(Fault::BadFree { at })?;
        if object.kind != Kind::Heap || at.offset != 0 {
            return Err(Fault::BadFree { at });
        }
        if object.life == Life::Dead {
            return Err(Fault::DoubleFree { at });
        }
        Ok(at.id)
    }

    /// Ends an object's life, whatever its kind; returns the object and where its bytes were.
    #[inline]
    pub(crate) fn kill(&mut self, id: ObjectId, site: Site) -> Option<(&Object, Place)> {
        let object = self.table.get_mut(id)?;
        object.life = Life::Dead;
        object.freed = site;
        let place = std::mem::replace(&mut object.place, Place::Nowhere);
        self.live_bytes -= held(object.capacity());
        self.dead += 1;
        self.addresses.give_back(object);
        Some((object, place))
    }

    /// Whether enough objects have died for a collection to pay: it visits every object and every pointer in live
    /// contents. A visit of a pointer takes as long as a few instructions, and the time of a collection should be small
    /// beside that of the calls and allocations between two of them.
    #[inline]
    pub fn wants_collection(&self) -> bool {
        let died = self.dead - self.kept;
        died >= LEAST && died >= self.table.bound() as usize / 2 + self.effort / VISITS
    }

    /// Calls `see` with the dead objects whose addresses are in quarantine.
    pub(crate) fn each_quarantined(&self, see: impl FnMut(ObjectId)) {
        self.addresses.each_quarantined(see);
    }

    /// Forgets the dead objects that are not held, by id; finding them took `effort` visits of pointers.
    pub(crate) fn forget(&mut self, held: &[bool], effort: usize) {
        self.effort = effort;
        let (mut gone, addresses) = (Vec::new(), &mut self.addresses);
        self.table.remove_where(|id, object| {
            let is_gone = object.life == Life::Dead && !held[id.0 as usize];
            if is_gone {
                addresses.forget(object.address);
                gone.push(id);
            }
            is_gone
        });
        self.dead -= gone.len();
        self.kept = self.dead;
        self.spare.add(&gone);
    }

    /// Takes over from another path with the same live objects, including the dead ones that only that path has.
    pub(crate) fn take_over(&mut self, other: &Objects, dead: Vec<(ObjectId, Object)>) {
        self.table.grow(other.table.bound());
        self.dead += dead.len();
        for (id, object) in dead {
            self.table.set(id, Some(object));
        }
        let all = (1..self.table.bound()).map(ObjectId);
        let vacant: Vec<ObjectId> = all.filter(|id| self.table.get(*id).is_none()).collect();
        self.spare.reset(&vacant);
        self.addresses.join(&other.addresses);
    }

    /// Whether the next objects get the addresses that they got then.
    pub(crate) fn agree_with(&self, earlier: &Objects) -> bool {
        self.addresses.agree_with(&earlier.addresses)
    }

    /// Panics if the counts differ from the table.
    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        let dead = |object: &Object| object.life == Life::Dead;
        assert_eq!(self.dead, self.table.iter().filter(|(_, object)| dead(object)).count());
        let here = self.table.iter().filter(|(_, object)| !dead(object));
        assert_eq!(self.live_bytes, here.map(|(_, object)| held(object.capacity())).sum());
    }
}

/// How many bytes an object of some size counts as among live bytes.
#[inline]
fn held(size: u64) -> u64 {
    if size > VAST { 0 } else { size }
}
