//! The flags of `open`, which a program may compute from its input.

use memory::Answers;
use numeric::Bits;
use term::{Term, Terms};

use crate::call::Call;
use crate::descriptors::{AtExec, Open, Status, flags};
use crate::errno::Errno;
use crate::lookup::decide;
use crate::reply::Stop;
use crate::tree::{Follow, Want};

/// Flags that stay with an open file.
const KEPT: u32 = !(flags::CREAT | flags::EXCL | flags::TRUNC | flags::CLOEXEC | 0o400);

/// Those that stay if only a path is opened.
const KEPT_OF_PATH: u32 = flags::PATH | flags::DIRECTORY | flags::NOFOLLOW;

/// The flags of `open`. They may be symbolic: each is asked for only where something depends on it.
pub(super) struct Wish<'a> {
    flags: Term,
    terms: Terms,
    answers: &'a Answers,
}

impl<'a> Wish<'a> {
    /// The flags that an argument is. Some that do not go together are refused before anything else.
    pub fn of(call: &Call<'a>, index: usize) -> Result<Wish<'a>, Stop> {
        Wish::new(call, call.int_term(index))
    }

    pub fn new(call: &Call<'a>, flags: Term) -> Result<Wish<'a>, Stop> {
        let wish = Wish { flags, terms: call.memory.terms().clone(), answers: call.answers };
        if wish.has(flags::PATH)? {
            return Ok(wish);
        }
        let is_refused = match wish.has(flags::TMPFILE)? {
            true => !wish.has(flags::DIRECTORY)? || wish.access()? == flags::RDONLY,
            false => wish.has(flags::DIRECTORY)? && wish.has(flags::CREAT)?,
        };
        if is_refused { Err(Errno::INVAL.into()) } else { Ok(wish) }
    }

    /// Whether a flag of one bit is set.
    pub fn has(&self, flag: u32) -> Result<bool, Stop> {
        let bit = self.terms.extract(&self.flags, flag.trailing_zeros(), Bits(1));
        decide(self.answers, &bit)
    }

    /// Whether nothing but a path is to be opened, or a file without a name, or one that may have to be made. Each
    /// excludes the others.
    pub fn is_path(&self) -> Result<bool, Stop> {
        self.has(flags::PATH)
    }

    pub fn is_unnamed(&self) -> Result<bool, Stop> {
        Ok(!self.is_path()? && self.has(flags::TMPFILE)?)
    }

    pub fn makes(&self) -> Result<bool, Stop> {
        Ok(!self.is_path()? && !self.has(flags::TMPFILE)? && self.has(flags::CREAT)?)
    }

    /// The access mode.
    pub fn access(&self) -> Result<u32, Stop> {
        let write = self.has(flags::WRONLY)?;
        let both = self.has(flags::RDWR)?;
        let bit = |is_set, flag| if is_set { flag } else { 0 };
        Ok(bit(write, flags::WRONLY) | bit(both, flags::RDWR))
    }

    pub fn writes(&self) -> Result<bool, Stop> {
        Ok(self.access()? != flags::RDONLY || self.has(flags::TRUNC)?)
    }

    /// The permissions needed.
    pub fn want(&self) -> Result<Want, Stop> {
        let access = match self.access()? {
            flags::RDONLY => Want::READ,
            flags::WRONLY => Want::WRITE,
            _ => Want(Want::READ.0 | Want::WRITE.0),
        };
        let truncates = self.has(flags::TRUNC)?;
        Ok(if truncates { Want(access.0 | Want::WRITE.0) } else { access })
    }

    /// Whether an open file can be read and written as wanted.
    pub fn fits(&self, open: &Open) -> Result<bool, Stop> {
        Ok(match self.want()? {
            Want::READ => open.readable().is_ok(),
            Want::WRITE => open.writable().is_ok(),
            _ => open.readable().is_ok() && open.writable().is_ok(),
        })
    }

    pub fn follow(&self) -> Result<Follow, Stop> {
        if self.makes()? && self.has(flags::EXCL)? {
            Ok(Follow::Never)
        } else if self.has(flags::NOFOLLOW)? {
            Ok(Follow::No)
        } else {
            Ok(Follow::Yes)
        }
    }

    /// What stays with the open file: of symbolic flags those that reading and writing depend on, and all as they show.
    pub fn status(&self) -> Result<Status, Stop> {
        let (kept, always) = match self.is_path()? {
            true => (KEPT_OF_PATH, 0),
            false => (KEPT, flags::LARGEFILE),
        };
        if let Some(known) = self.flags.as_const() {
            return Ok(Status::from(known.low_u64() as u32 & kept | always));
        }
        let mut bits = if kept == KEPT { self.access()? | always } else { flags::PATH };
        if kept == KEPT && self.access()? != flags::RDONLY && self.has(flags::APPEND)? {
            bits |= flags::APPEND;
        }
        Ok(Status::symbolic(bits, &self.terms, &self.flags, kept, always))
    }

    pub fn at_exec(&self) -> Result<AtExec, Stop> {
        Ok(if self.has(flags::CLOEXEC)? { AtExec::Close } else { AtExec::Keep })
    }
}
