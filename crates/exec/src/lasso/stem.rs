//! How a path came to where it is: the loops that it passed and where it decided on its input, each once, in the order
//! in which it came there first.

use std::rc::Rc;

use hashbrown::HashSet;
use ir::FunctionId;

/// A position in the program: what was executed last there.
pub(super) type At = (FunctionId, usize);

/// The most positions that are kept: the first of them.
const MOST: usize = 1 << 8;

/// Paths that fork share what they have come through.
#[derive(Clone, Default)]
pub(super) struct Stem {
    seen: Rc<Seen>,
    /// What was passed last, and before that: nested loops take turns.
    latest: [Option<At>; 2],
}

#[derive(Clone, Default)]
struct Seen {
    /// Invariant: each position is there once.
    order: Vec<At>,
    /// The same, to be looked up only.
    all: HashSet<At>,
}

impl Stem {
    #[inline]
    pub fn pass(&mut self, at: At) {
        if self.latest[0] != Some(at) {
            self.come_to(at);
        }
    }

    fn come_to(&mut self, at: At) {
        let known = self.latest[1] == Some(at);
        self.latest = [Some(at), self.latest[0]];
        if !known && self.seen.order.len() < MOST && !self.seen.all.contains(&at) {
            let seen = Rc::make_mut(&mut self.seen);
            seen.order.push(at);
            seen.all.insert(at);
        }
    }

    /// How many positions there are so far.
    pub fn len(&self) -> usize {
        self.seen.order.len()
    }

    /// The first of them.
    pub fn first(&self, count: usize) -> &[At] {
        &self.seen.order[..count]
    }
}
