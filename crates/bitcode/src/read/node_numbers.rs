//! The numbers of metadata nodes in records, and the ids that they stand for.
//!
//! The nodes of the module come first. In a function, greater numbers stand for its own nodes, whose ids follow those
//! of all functions before it. A record may name a node that is still to come; whether it came is checked at the end
//! of a block.

use std::cell::Cell;

use crate::MetaId;
use crate::error::{ReadError, Result};

use super::fields::Fields;

#[derive(Default)]
pub(super) struct NodeNumbers {
    /// How many nodes the module has outside of functions, once the first body came.
    of_module: Option<u32>,
    /// Those of the function being read. Invariant: there are none before `of_module` is known.
    of_function: Option<FunctionNodes>,
    /// The highest id named so far.
    highest: Cell<Option<u32>>,
}

struct FunctionNodes {
    /// The id of the first.
    base: u32,
    /// How many there are so far.
    count: u32,
}

impl NodeNumbers {
    /// The body of a function begins, when there are this many nodes.
    pub fn begin_function(&mut self, nodes: u32) {
        self.of_module.get_or_insert(nodes);
        self.of_function = Some(FunctionNodes { base: nodes, count: 0 });
    }

    pub fn end_function(&mut self) {
        self.of_function = None;
    }

    pub fn is_in_function(&self) -> bool {
        self.of_function.is_some()
    }

    /// Counts a node that is added to this many others.
    pub fn add(&mut self, f: &Fields<'_>, nodes: usize) -> Result<()> {
        match &mut self.of_function {
            Some(local) if (local.base + local.count) as usize != nodes => {
                Err(f.fault("the metadata of a function before its instructions"))
            }
            Some(local) => {
                local.count += 1;
                Ok(())
            }
            None if self.of_module.is_some() => {
                Err(f.fault("the metadata of the module before its functions"))
            }
            None => Ok(()),
        }
    }

    /// The id of a node by its number, which may be one to come; see [`Self::check`].
    #[inline]
    pub fn id(&self, f: &Fields<'_>, number: u64) -> Result<MetaId> {
        let Ok(small) = u32::try_from(number) else {
            return Err(f.error("the number of a metadata node", number));
        };
        let own = self.of_function.as_ref().zip(small.checked_sub(self.of_module.unwrap_or(0)));
        let id = own.map_or(Some(small), |(local, number)| local.base.checked_add(number));
        let Some(id) = id else {
            return Err(f.error("the number of a metadata node", number));
        };
        self.highest.set(self.highest.get().max(Some(id)));
        Ok(MetaId(id))
    }

    /// The same where numbers count from one, and zero stands for no node.
    #[inline]
    pub fn id_or_none(&self, f: &Fields<'_>, number: u64) -> Result<Option<MetaId>> {
        match number.checked_sub(1) {
            Some(number) => self.id(f, number).map(Some),
            None => Ok(None),
        }
    }

    /// Checks that all nodes named so far are among this many; `bit` is where the block ends.
    pub fn check(&self, nodes: usize, bit: u64) -> Result<()> {
        match self.highest.get() {
            Some(id) if id as usize >= nodes => {
                Err(ReadError::found(bit, "the number of a metadata node", u64::from(id)))
            }
            _ => Ok(()),
        }
    }
}
