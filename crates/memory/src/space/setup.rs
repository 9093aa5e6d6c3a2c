//! Settings of a run's memory, the same for all its states.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::space::census::Census;
use crate::{History, Pointer, Policy, Resolution, Value};

/// What a symbolic pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Addressing {
    /// A pair of object and offset.
    #[default]
    Pairs,
    /// Its number: it is resolved over all objects, as KLEE does.
    Concrete,
}

/// How many bytes an object of unknown size reserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity(pub u64);

impl Default for Capacity {
    fn default() -> Capacity {
        Capacity(4096)
    }
}

/// What is chosen before the first instruction runs, and counts over all states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    pub addressing: Addressing,
    /// The form of contents that states share.
    pub history: History,
    pub policy: Policy,
    pub capacity: Capacity,
    /// The words at and before the entries of functions that may be read, and the bytes of each.
    pub function_words: BTreeMap<(Pointer, u32), Value>,
    pub census: Rc<Census>,
}

impl Setup {
    /// Whether objects are gathered that one access may go to.
    pub fn gathers(&self) -> bool {
        self.policy.resolution == Resolution::Gather
    }

    /// Whether the model places objects in segments.
    #[inline]
    pub fn places(&self) -> bool {
        use Resolution::{Arrays, Classes, Merge};
        matches!(self.policy.resolution, Arrays | Classes | Merge)
    }
}
