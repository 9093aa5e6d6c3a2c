//! System calls that fail through no fault of the program, as devices and networks make them fail.

use memory::Answers;
use numeric::Bits;
use registry::SystemCall;
use term::{Term, Terms};

use crate::errno::Errno;
use crate::reply::Stop;

/// How many calls may still fail, and which: for each kind, the number of the call that does, which is input.
#[derive(Clone, PartialEq, Debug)]
pub struct Failures {
    left: u32,
    /// The input of each kind, and how many calls there were.
    kinds: [(Term, u32); 5],
}

impl Failures {
    /// What the inputs are called, in order: one for each kind of call that may fail.
    pub const NAMES: [&str; 5] =
        ["read_fail", "write_fail", "close_fail", "ftruncate_fail", "getcwd_fail"];

    pub(crate) fn new(left: u32, which: [Term; 5]) -> Failures {
        Failures { left, kinds: which.map(|which| (which, 0)) }
    }

    /// Whether this call fails.
    pub(crate) fn fails(
        &mut self,
        call: SystemCall,
        terms: &Terms,
        answers: &Answers,
    ) -> Result<(), Stop> {
        let (kind, errno) = match call {
            SystemCall::Read | SystemCall::Readv | SystemCall::Pread64 => (0, Errno::IO),
            SystemCall::Write | SystemCall::Writev | SystemCall::Pwrite64 => (1, Errno::IO),
            SystemCall::Close => (2, Errno::IO),
            SystemCall::Ftruncate => (3, Errno::IO),
            SystemCall::Getcwd => (4, Errno::RANGE),
            _ => return Ok(()),
        };
        if self.left == 0 {
            return Ok(());
        }
        let (which, count) = &mut self.kinds[kind];
        *count += 1;
        let this = terms.eq(which, &terms.number(Bits(32), u64::from(*count)));
        let fails = match this.as_const() {
            Some(known) => !known.is_zero(),
            None => answers.settled(&this).ok_or(Stop::Asks(this))? != 0,
        };
        if fails {
            self.left -= 1;
            return Err(errno.into());
        }
        Ok(())
    }
}
