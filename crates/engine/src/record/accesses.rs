//! Accesses that could go to several objects, arrays or parts, and forked or moved these: how many, and where.

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

/// The accesses of a run that forked, and those that moved what they could go to.
#[derive(Default)]
pub(crate) struct Accesses {
    forked: Vec<Forked>,
    moved: BTreeMap<Site, Several>,
}

/// Accesses at one site that could go to several objects, arrays or parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Several {
    pub accesses: u64,
    /// To how many at most.
    pub most: u32,
}

impl Several {
    fn add(&mut self, targets: u32) {
        self.accesses += 1;
        self.most = self.most.max(targets);
    }
}

impl Accesses {
    /// An access at a site, which is about to fork.
    pub fn add(&mut self, site: Site) -> AccessId {
        self.forked.push(Forked { site, paths: 1 });
        AccessId(self.forked.len() - 1)
    }

    /// Counts a fork. An access forks once for each object but one; it still counts as one access.
    pub fn fork(&mut self, access: AccessId) {
        self.forked[access.0].paths += 1;
    }

    /// Counts an access that could go to several targets, which are moved together instead of a fork.
    pub fn moved(&mut self, site: Site, targets: usize) {
        self.moved.entry(site).or_default().add(u32::try_from(targets).unwrap_or(u32::MAX));
    }

    /// The sites of all these accesses.
    pub fn sites(&self) -> BTreeMap<Site, Several> {
        let mut sites = self.moved.clone();
        for access in &self.forked {
            sites.entry(access.site).or_default().add(access.paths);
        }
        sites
    }

    /// Adds how many accesses made how many paths.
    pub fn count_into(&self, branching: &mut BTreeMap<u32, u64>) {
        for access in &self.forked {
            *branching.entry(access.paths).or_default() += 1;
        }
    }

    /// How many accesses forked for more than [`MANY`] objects, and the site with the most such accesses; if several
    /// have as many, the least.
    pub fn crowded(&self) -> Option<(u64, Site)> {
        let mut sites: BTreeMap<Site, u64> = BTreeMap::new();
        for access in self.forked.iter().filter(|access| access.paths > MANY) {
            *sites.entry(access.site).or_default() += 1;
        }
        let most = sites.iter().max_by_key(|(site, accesses)| (**accesses, Reverse(**site)))?;
        Some((sites.values().sum(), *most.0))
    }
}
