//! Interruptible walks over many nodes.
//!
//! A term may have millions of nodes, so that one walk over it takes seconds. Walks that are made for a question to a
//! solver check now and then whether the caller still waits for them. A walk that is interrupted has no result, and
//! its type says so.

/// A caller that waits for a walk.
pub trait Patience {
    /// Whether the result is no longer wanted. May read a clock.
    fn is_over(&self) -> bool;
}

/// The walk was interrupted: there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenUp;

/// For walks that run to their end.
pub(crate) struct Endless;

impl Patience for Endless {
    fn is_over(&self) -> bool {
        false
    }
}

/// The result of a walk that runs to its end.
pub(crate) fn endless<T>(result: Result<T, GivenUp>) -> T {
    result.expect("a walk without limit is not given up")
}

/// The steps of a walk until the next check.
pub(crate) struct Steps<'p> {
    patience: &'p dyn Patience,
    left: u32,
}

/// How many steps are made between two checks: less than a millisecond's worth.
const STRETCH: u32 = 1 << 12;

impl<'p> Steps<'p> {
    pub(crate) fn new(patience: &'p dyn Patience) -> Steps<'p> {
        Steps { patience, left: STRETCH }
    }

    /// Makes one step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), GivenUp> {
        self.left -= 1;
        if self.left == 0 { self.ask() } else { Ok(()) }
    }

    #[cold]
    fn ask(&mut self) -> Result<(), GivenUp> {
        self.left = STRETCH;
        if self.patience.is_over() { Err(GivenUp) } else { Ok(()) }
    }
}
