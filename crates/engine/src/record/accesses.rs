//! Accesses that forked, since they could go to several objects or arrays: how many, and where.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use memory::Site;

use crate::MANY;

/// An access that forked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccessId(usize);

#[derive(Clone, Copy, Debug)]
struct Forked {
    /// The instruction, the program's own rather than a library's.
    site: Site,
    /// How many paths the access made.
    paths: u32,
}

/// The accesses of a run that forked.
#[derive(Default)]
pub(crate) struct Accesses(Vec<Forked>);

impl Accesses {
    /// An access at a site, which is about to fork.
    pub fn add(&mut self, site: Site) -> AccessId {
        self.0.push(Forked { site, paths: 1 });
        AccessId(self.0.len() - 1)
    }

    /// Counts a fork. An access forks once for each object but one; it still counts as one access.
    pub fn fork(&mut self, access: AccessId) {
        self.0[access.0].paths += 1;
    }

    /// Adds how many accesses made how many paths.
    pub fn count_into(&self, branching: &mut BTreeMap<u32, u64>) {
        for access in &self.0 {
            *branching.entry(access.paths).or_default() += 1;
        }
    }

    /// How many accesses forked for more than [`MANY`] objects, and the site with the most such accesses; if several
    /// have as many, the least.
    pub fn crowded(&self) -> Option<(u64, Site)> {
        let mut sites: BTreeMap<Site, u64> = BTreeMap::new();
        for access in self.0.iter().filter(|access| access.paths > MANY) {
            *sites.entry(access.site).or_default() += 1;
        }
        let most = sites.iter().max_by_key(|(site, accesses)| (**accesses, Reverse(**site)))?;
        Some((sites.values().sum(), *most.0))
    }
}
