//! Fault sites, which tell one fault from another: each gets one test.

use std::mem::Discriminant;

use exec::{Check, Fault};
use memory::Site;

use crate::saving::stable_hash;

/// Where a fault is, and of what kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FaultSite {
    kind: Discriminant<Fault>,
    /// What was wrong with an access: the same instruction may read out of bounds and also a dead object.
    access: Option<Discriminant<memory::Fault>>,
    /// Which check of the compiler failed.
    check: Option<Check>,
    site: Site,
}

impl FaultSite {
    /// A number that stands for it, in other runs of the program too.
    pub fn key(&self) -> u64 {
        stable_hash(self)
    }

    pub fn new(fault: &Fault, site: Site) -> FaultSite {
        FaultSite {
            kind: std::mem::discriminant(fault),
            access: match fault {
                Fault::Access { fault, .. } => Some(std::mem::discriminant(fault)),
                _ => None,
            },
            check: match fault {
                Fault::Undefined { check, .. } => Some(*check),
                _ => None,
            },
            site,
        }
    }
}
