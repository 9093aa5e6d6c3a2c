//! Arguments that are numbers and may be symbolic, asked by what they mean to the call.
//!
//! A call does not get such an argument as a number. It asks whether the argument is too large, or at least so large
//! that more makes no difference, and only otherwise for the number itself.

use memory::{Need, Value};
use numeric::Bits;
use registry::SystemCall;
use term::Term;

use crate::call::Call;
use crate::reply::Stop;
use crate::tree::{Mode, Node};

pub(crate) const INT: Bits = Bits(32);
const WORD: Bits = Bits(64);

/// Whether a call asks itself for what it has to know of an argument. All others are given as plain numbers.
pub fn asks_by_meaning(call: SystemCall, index: usize) -> bool {
    use SystemCall as S;
    matches!(
        (call, index),
        (S::Read | S::Write, 2)
            | (S::Pread64 | S::Pwrite64, 2 | 3)
            | (S::Lseek, 1 | 2)
            | (S::Truncate | S::Ftruncate | S::Access, 1)
            | (S::Faccessat | S::Faccessat2, 2)
            | (S::Open, 1 | 2)
            | (S::Openat, 2 | 3)
            | (S::Creat | S::Mkdir | S::Chmod | S::Fchmod, 1)
            | (S::Mkdirat | S::Fchmodat, 2)
            | (S::Umask, 0)
    )
}

/// What permission bits are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    File,
    Directory,
}

impl Made {
    pub fn like(node: &Node) -> Made {
        if node.is_directory() { Made::Directory } else { Made::File }
    }
}

impl Call<'_> {
    /// An argument as a term.
    pub fn term(&self, index: usize) -> Term {
        self.memory.term_of(&self.args[index], WORD)
    }

    /// An argument of type `int` as a term.
    pub fn int_term(&self, index: usize) -> Term {
        self.memory.terms().extract(&self.term(index), 0, INT)
    }

    /// The number that a term is.
    pub fn number_of(&self, term: &Term) -> Result<u64, Stop> {
        let known = term.as_const().map(|known| known.low_u64());
        let settled = || self.answers.settled(term);
        known.or_else(settled).ok_or_else(|| Need::Number(term.clone()).into())
    }

    /// Whether a term is larger than a number.
    pub fn exceeds(&self, term: &Term, bound: u64) -> Result<bool, Stop> {
        let terms = self.memory.terms();
        self.decide(&terms.ult(&terms.number(term.width(), bound), term))
    }

    /// The number that a term is, or one that is as good where the bound is not larger than it.
    pub fn up_to(&self, term: &Term, bound: u64) -> Result<u64, Stop> {
        match (term.as_const(), bound.checked_sub(1)) {
            (Some(known), _) => Ok(known.low_u64()),
            (None, None) => Ok(bound),
            (None, Some(below)) => match self.exceeds(term, below)? {
                true => Ok(bound),
                false => self.number_of(term),
            },
        }
    }

    /// Those bits of an argument of type `int` that matter, each asked by itself. A plain one is given as it is.
    pub fn bits(&self, index: usize, matter: u32) -> Result<u32, Stop> {
        let term = self.int_term(index);
        match term.as_const() {
            Some(known) => Ok(known.low_u64() as u32),
            None => self.asked_bits(&term, matter),
        }
    }

    fn asked_bits(&self, term: &Term, matter: u32) -> Result<u32, Stop> {
        let (terms, mut set) = (self.memory.terms(), 0);
        for bit in (0..32).filter(|bit| matter & 1 << bit != 0) {
            set |= u32::from(self.decide(&terms.extract(term, bit, Bits(1)))?) << bit;
        }
        Ok(set)
    }

    /// An argument that is the permission bits of something that the program owns, without those not allowed.
    pub fn mode(&self, index: usize, allowed: u32, of: Made) -> Result<Mode, Stop> {
        self.effective(self.masked(index, allowed), of)
    }

    /// The same for something that is made now: `umask` takes bits away.
    pub fn new_mode(&self, index: usize, allowed: u32, of: Made) -> Result<Mode, Stop> {
        let terms = self.memory.terms();
        let kept = terms.not(&self.kernel.umask.term(terms));
        self.effective(terms.and(&self.masked(index, allowed), &kept), of)
    }

    /// An argument that is a set of permission bits nothing depends on yet.
    pub fn mask(&self, index: usize, allowed: u32) -> Mode {
        let term = self.masked(index, allowed);
        match term.as_const() {
            Some(known) => Mode::from(known.low_u64() as u32),
            None => Mode::symbolic(0, term),
        }
    }

    fn masked(&self, index: usize, allowed: u32) -> Term {
        let terms = self.memory.terms();
        terms.and(&self.int_term(index), &terms.number(INT, allowed.into()))
    }

    /// Asks for those bits that decide what the program may do: its own, as the owner, or whether anyone may
    /// execute a file, as the superuser.
    fn effective(&self, mode: Term, of: Made) -> Result<Mode, Stop> {
        const EXECUTE: u32 = 0o111;
        if let Some(known) = mode.as_const() {
            return Ok(Mode::from(known.low_u64() as u32));
        }
        let bits = match (self.kernel.user.id, of) {
            (0, Made::Directory) => 0,
            (0, Made::File) => {
                let terms = self.memory.terms();
                let executable = terms.and(&mode, &terms.number(INT, EXECUTE.into()));
                if self.exceeds(&executable, 0)? { EXECUTE } else { 0 }
            }
            _ => self.asked_bits(&mode, 0o700)?,
        };
        Ok(Mode::symbolic(bits, mode))
    }

    /// How many bytes there are from a pointer to the end of its object.
    pub fn room(&self, at: &Value) -> Option<u64> {
        let Value::Ptr { id, offset } = *at else { return None };
        self.memory.object(id)?.capacity().checked_sub(offset)
    }
}
