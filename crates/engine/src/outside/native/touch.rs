//! Native accesses outside of the objects that were copied: which objects are copied then, and what is a fault.

use exec::{Access, Fault, Halt};
use gap::NativeGap;
use memory::{Fault as Bad, Kind, Life, Memory, ObjectId, Pointer, Read};

use super::NativeCall;
use super::copies::{Copies, Stuck, plain_bytes};
use crate::active::Active;
use crate::config::SymbolicData;
use crate::context::Context;
use crate::outside::nested::answer_here;

/// An access at most this far from an object is reported as out of its bounds.
const NEAR: u64 = 1 << 20;

/// The signal of a native access to unmapped memory.
const SIGSEGV: i32 = 11;

/// The size of the header that the native allocator puts before its objects.
const HEADER: u64 = 16;

impl NativeCall<'_> {
    /// Checks that native code wrote only to objects.
    pub(super) fn verify_guards(&self, active: &Active, copies: &Copies) -> Result<(), Halt> {
        let missed_write = self.native.bridge.borrow_mut().missed_write();
        let Some(address) = missed_write else { return Ok(()) };
        let memory = &active.state.memory;
        Err(match object_at(memory, address) {
            Some(_) => self.refused(NativeGap::WritesSymbolic),
            None => fault(Access::Native, missed(memory, copies, address)),
        })
    }

    /// Shows native code the object that it touches, if there is one.
    pub(super) fn touched(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
        copies: &mut Copies,
        (address, access): (u64, Access),
    ) -> Result<(), Halt> {
        self.verify_guards(active, copies)?;
        let memory = &active.state.memory;
        let Some(id) = object_at(memory, address) else {
            let missed = missed(memory, copies, address);
            return Err(match access == Access::NativeRead && is_header(memory, &missed) {
                true => self.refused(NativeGap::FreesOrResizes),
                false => fault(access, missed),
            });
        };
        if copies.contains(id) {
            let function = self.external.name.to_string();
            return Err(Halt::Fault(Fault::NativeCrash { function, signal: SIGSEGV }));
        }
        let bytes = self.bytes_now(cx, active, id)?;
        let memory = &active.state.memory;
        let mut more = Copies::default();
        more.reach(id, bytes);
        more.add_neighbours(active.state.known(), &*self.native.bridge.borrow());
        more.beside.retain(|id, _| !copies.contains(*id));
        self.native.bridge.borrow_mut().show_more(&more.by_address(memory));
        active.outside.escapes(id, memory.address(id, 0));
        more.note_zeros(cx, active);
        copies.reached.append(&mut more.reached);
        copies.beside.append(&mut more.beside);
        Ok(())
    }

    /// The bytes of an object for native code in the middle of a call: values that are not numbers are picked, or
    /// refused.
    fn bytes_now(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
        id: ObjectId,
    ) -> Result<Read<Vec<u8>>, Halt> {
        loop {
            let bytes = plain_bytes(active.state.known(), &*self.native.bridge.borrow(), id);
            match bytes {
                Ok(bytes) => return Ok(bytes),
                Err(Stuck::Halt(why)) => return Err(self.refused(why)),
                Err(Stuck::Ask(_)) if self.native.symbolic == SymbolicData::Refused => {
                    return Err(self.refused(NativeGap::SymbolicData));
                }
                Err(Stuck::Ask(ask)) => answer_here(cx, active, ask)?,
            }
        }
    }
}

fn fault(access: Access, fault: Bad) -> Halt {
    Halt::Fault(Fault::Access { access, fault })
}

/// Whether an access is where the native allocator would look if it were asked to free an object of the program,
/// which it did not allocate: a program may well have a library free what it allocated.
fn is_header(memory: &Memory, missed: &Bad) -> bool {
    let Bad::OutOfBounds { at, .. } = missed else { return false };
    let is_heap = memory.object(at.id).is_some_and(|object| object.kind == Kind::Heap);
    is_heap && at.offset.wrapping_neg() <= HEADER
}

/// The live object that a byte belongs to.
fn object_at(memory: &Memory, address: u64) -> Option<ObjectId> {
    let Pointer { id, offset } = memory.find(address)?;
    memory.object(id).filter(|o| o.life == Life::Live && offset < o.size).map(|_| id)
}

/// What is wrong with an access to an address that is in no live object.
fn missed(memory: &Memory, copies: &Copies, address: u64) -> Bad {
    let found = memory.find(address).and_then(|at| Some((at, memory.object(at.id)?)));
    if let Some((at, object)) = found {
        return match object.life {
            Life::Live => Bad::OutOfBounds { at, width: 1, size: object.size },
            _ => Bad::Dead { at },
        };
    }
    let distance = |(id, _): &(&ObjectId, &Vec<u8>)| {
        let start = memory.address(**id, 0);
        let size = memory.object(**id).map_or(0, |object| object.size);
        start.saturating_sub(address).max(address.saturating_sub(start + size))
    };
    match copies.all().min_by_key(distance).filter(|near| distance(near) <= NEAR) {
        Some((id, _)) => {
            let offset = address.wrapping_sub(memory.address(*id, 0));
            let size = memory.object(*id).map_or(0, |object| object.size);
            Bad::OutOfBounds { at: Pointer { id: *id, offset }, width: 1, size }
        }
        None => Bad::Wild { address },
    }
}
