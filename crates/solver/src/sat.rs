//! SAT cores behind one narrow trait.
//!
//! A core is an incremental solver of clauses: clauses are only ever added, and each call decides them
//! under assumptions that hold for that call alone. Two cores exist because they are good at different
//! things: [`BatSat`] starts in microseconds, [`Cadical`] simplifies and wins where search is long.
//!
//! A verdict is never guessed: a call that meets one of its [`Limits`] says which one.

mod batsat;
mod cadical;
mod limits;

pub use self::batsat::BatSat;
pub use self::cadical::Cadical;
pub use limits::{Limits, Reason};

use std::fmt;
use std::ops::Not;

/// A variable of a core, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SatLit(u32);

impl SatLit {
    /// The most variables a core can have: literals must fit the signed numbers of DIMACS.
    pub const MAX_VARS: u32 = i32::MAX as u32 - 1;

    /// The variable itself, not negated. Cores number their variables from 0 in order of creation.
    #[inline]
    pub const fn positive(var: u32) -> Self {
        Self(var << 1)
    }

    /// The number of the variable.
    #[inline]
    pub const fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether this is the negation of its variable.
    #[inline]
    pub const fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// The literal if the flag is clear, its negation if it is set.
    #[inline]
    #[must_use]
    pub const fn negated_if(self, flag: bool) -> Self {
        Self(self.0 ^ flag as u32)
    }
}

impl Not for SatLit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for SatLit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", if self.is_negated() { "-" } else { "" }, self.var())
    }
}

/// The answer of a core about its clauses under the assumptions of one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatVerdict {
    /// They have a model, which [`SatCore::value`] reads.
    Sat,
    /// They have none; [`SatCore::failed`] says which assumptions are responsible.
    Unsat,
    /// A limit was met first.
    Unknown(Reason),
}

/// An incremental SAT solver.
///
/// Model and failed assumptions belong to the latest call of [`solve`](Self::solve) and are lost with the next new
/// clause. Literals must belong to variables this core has made; others are an error of the caller and panic.
pub trait SatCore: Send {
    /// The name of the core, for statistics.
    fn name(&self) -> &'static str;

    /// Makes a variable and returns its positive literal.
    fn new_var(&mut self) -> SatLit;

    /// Adds a clause permanently. Repeated and complementary literals are allowed; an empty clause makes
    /// every later verdict *unsat*.
    fn add_clause(&mut self, clause: &[SatLit]);

    /// Decides the clauses under assumptions.
    fn solve(&mut self, assumptions: &[SatLit], limits: &Limits) -> SatVerdict;

    /// The literal in the model; `None` if the latest verdict was not *sat* or clauses came since.
    fn value(&self, lit: SatLit) -> Option<bool>;

    /// Whether the *unsat* of the latest call needed this assumption. The assumptions for which this is true suffice
    /// for the verdict, but need not be minimal. False in every other state.
    fn failed(&self, assumption: SatLit) -> bool;

    /// How many conflicts all calls so far have met, as far as the core reports them.
    fn conflicts(&self) -> u64;
}

impl<C: SatCore + ?Sized> SatCore for Box<C> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn new_var(&mut self) -> SatLit {
        (**self).new_var()
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        (**self).add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[SatLit], limits: &Limits) -> SatVerdict {
        (**self).solve(assumptions, limits)
    }

    fn value(&self, lit: SatLit) -> Option<bool> {
        (**self).value(lit)
    }

    fn failed(&self, assumption: SatLit) -> bool {
        (**self).failed(assumption)
    }

    fn conflicts(&self) -> u64 {
        (**self).conflicts()
    }
}

/// What may be asked of a core since its latest call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Nothing: no call yet, clauses added since, or no verdict.
    None,
    /// Values of a model.
    Model,
    /// Failed assumptions.
    Core,
}

impl From<SatVerdict> for Answer {
    fn from(verdict: SatVerdict) -> Self {
        match verdict {
            SatVerdict::Sat => Self::Model,
            SatVerdict::Unsat => Self::Core,
            SatVerdict::Unknown(_) => Self::None,
        }
    }
}
