//! Buffers of system calls at places that are not known.
//!
//! The kernel takes plain pointers. Where the object or the offset of a buffer is not known, the call is made on an
//! object that stands for it, and a block is copied from or to the buffer: nothing forks by offset, and by object only
//! where loads and stores do.

use memory::{Birth, Block, Kind, Lane, Memory, ObjectId, Site, Value};
use numeric::Bits;
use solver::Path;
use term::{Term, Terms};

use crate::ask::Known;
use crate::halt::{Access, Fault, Halt, Interrupt};
use crate::symbolic::access::resolve_block;

/// The most bytes of a buffer that another object stands for.
const MOST: u64 = 1 << 16;

/// An object that stands for a buffer.
pub struct Staged {
    id: ObjectId,
    lane: Lane,
    offset: Term,
    site: Site,
    access: Access,
}

impl Staged {
    /// An object for a buffer of `len` bytes which a system call reads or writes, in a copy of the memory of the state.
    /// `None` if the buffer is known, or where plain pointers have to serve.
    pub fn new(
        known: Known<'_>,
        path: &Path,
        memory: &mut Memory,
        (at, len): (&Value, u64),
        access: Access,
        site: Site,
    ) -> Result<Option<Staged>, Interrupt> {
        if !at.is_symbolic() || !at.is_pointer() || len == 0 || len > MOST {
            return Ok(None);
        }
        let length = number(known.terms(), len);
        let found = resolve_block(known, path, at, &length, access);
        let Some((lane, offset)) = found.map_err(|why| by_system(*why))? else { return Ok(None) };
        let made = memory.allocate_as(Birth::Undefined, Kind::Heap, len, 8, site);
        let Some(id) = made else { return Ok(None) };
        let staged = Staged { id, lane, offset, site, access };
        if access == Access::Read {
            let (to, start) = (Lane::One(id), number(known.terms(), 0));
            let buffer = Block { lane: &staged.lane, offset: &staged.offset };
            match memory.blocks().copy(Block { lane: &to, offset: &start }, buffer, &length) {
                Ok(true) => known.note_number(),
                Ok(false) => {}
                Err(_) => {
                    memory.kill(id, site);
                    return Ok(None);
                }
            }
        }
        Ok(Some(staged))
    }

    /// Where it begins.
    pub fn at(&self) -> Value {
        Value::Ptr { id: self.id, offset: 0 }
    }

    /// Ends the object; if the call wrote to it, puts its first `len` bytes into the buffer. Returns whether it could.
    pub fn put(self, memory: &mut Memory, len: u64) -> bool {
        let terms = memory.terms().clone();
        let (from, start) = (Lane::One(self.id), number(&terms, 0));
        let from = Block { lane: &from, offset: &start };
        let to = Block { lane: &self.lane, offset: &self.offset };
        let moved = self.access == Access::Write && len > 0;
        let put = !moved || memory.blocks().copy(to, from, &number(&terms, len)).is_ok();
        memory.kill(self.id, self.site);
        put
    }
}

fn number(terms: &Terms, number: u64) -> Term {
    terms.number(Bits(64), number)
}

/// The same, where a system call would have made the access.
fn by_system(why: Interrupt) -> Interrupt {
    match why {
        Interrupt::Halt(Halt::Fault(Fault::Access { fault, .. })) => {
            Interrupt::Halt(Halt::Fault(Fault::Access { access: Access::System, fault }))
        }
        other => other,
    }
}
