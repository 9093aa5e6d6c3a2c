//! How a path came to where it is: the loops that it passed and where it decided on its input, each once, in the order
//! in which it came there first.

use std::rc::Rc;

use ir::FunctionId;

/// A position in the program: what was executed last there.
pub(super) type At = (FunctionId, usize);

/// The most positions that are kept: the first of them.
const MOST: usize = 1 << 8;

/// Paths that fork share what they have come through.
#[derive(Clone, Default)]
pub(super) struct Stem {
    /// Invariant: each position is there once.
    all: Rc<Vec<At>>,
    /// Which of them was passed last.
    latest: usize,
}

impl Stem {
    #[inline]
    pub fn pass(&mut self, at: At) {
        if self.all.get(self.latest) != Some(&at) {
            self.come_to(at);
        }
    }

    fn come_to(&mut self, at: At) {
        // What was met last is the most likely to come again.
        if let Some(known) = self.all.iter().rposition(|known| *known == at) {
            self.latest = known;
        } else if self.all.len() < MOST {
            self.latest = self.all.len();
            Rc::make_mut(&mut self.all).push(at);
        }
    }

    /// How many positions there are so far.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The first of them.
    pub fn first(&self, count: usize) -> &[At] {
        &self.all[..count]
    }
}
