//! The outcomes of a system call.

use gap::{SystemCallName, SystemGap};
use memory::{Fault, Need, Refusal, Value};
use term::Term;

use crate::errno::Errno;
use crate::processes::Sharing;
use crate::signal::Delivery;

/// The outcome of a system call, as the engine sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The program goes on with this result; errors are negated error numbers.
    Return(Value),
    /// The same, after signals were handled: the handler of the last is called first, and returns to the start of
    /// the one before.
    Interrupted(Value, Vec<Delivery>),
    /// A process is made, and goes on with the result 0; the one that made it waits until it has ended.
    Forked(Sharing),
    /// The process ends, and the one that waits for it goes on with this result, after signals as above.
    Ended(Value, Vec<Delivery>),
    /// The program ends with this status, 0 to 255.
    Exit(i32),
    /// A signal ends the program.
    Signal(u8),
    /// We do not model this about the system call.
    Unsupported(SystemCallName, SystemGap),
    /// The program handed over a bad pointer. The real kernel would answer `EFAULT`; a program that
    /// gets there is as wrong as if it had used the pointer itself, so it is reported the same way.
    Fault(Fault),
    /// Something symbolic has to be known first. What the call changed until then must be given up.
    Needs(Need),
    /// Whether this holds has to be known first; as above.
    Asks(Term),
    /// Which of these holds has to be known first; exactly one does. Until then the call only looked at files, which
    /// need not be undone: see [`Kernel::keep_looks`](crate::Kernel::keep_looks).
    Which(Vec<Term>),
}

/// What happened in a system call that a user should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A command was executed that is not there: its words.
    NoCommand(Vec<u8>),
    /// A system call was made that this kernel claims not to have.
    NoCall(&'static str),
}

/// Why a system call does not return a result of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// It fails; the program goes on.
    Errno(Errno),
    /// A process is made.
    Forked(Sharing),
    /// The process ends with this status.
    Exit(i32),
    /// A signal ends the process.
    Signal(u8),
    /// We do not model this.
    Unsupported(SystemGap),
    /// A bad pointer.
    Fault(Fault),
    /// Something has to be known first.
    Needs(Need),
    /// Whether this holds has to be known first.
    Asks(Term),
    /// Which of these holds has to be known first. Nothing was done yet.
    Which(Vec<Term>),
}

/// What the function of a system call returns.
pub(crate) type SysResult = Result<Value, Stop>;

impl From<Errno> for Stop {
    fn from(errno: Errno) -> Stop {
        Stop::Errno(errno)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        match refusal {
            Refusal::Fault(fault) => Stop::Fault(fault),
            Refusal::Needs(need) => Stop::Needs(need),
            Refusal::TooMuch => Stop::Unsupported(SystemGap::VastObject),
        }
    }
}

impl From<Need> for Stop {
    fn from(need: Need) -> Stop {
        Stop::Needs(need)
    }
}

/// A call that succeeds without a result.
pub(crate) const DONE: SysResult = Ok(Value::ZERO);

/// A call that returns a number.
pub(crate) fn number(n: u64) -> SysResult {
    Ok(Value::Int(n))
}

impl Reply {
    /// The reply of the call named `name`.
    pub(crate) fn new(name: &'static str, result: SysResult) -> Reply {
        match result {
            Ok(value) => Reply::Return(value),
            Err(Stop::Errno(errno)) => Reply::Return(Value::Int((-i64::from(errno.0)) as u64)),
            Err(Stop::Forked(sharing)) => Reply::Forked(sharing),
            Err(Stop::Exit(status)) => Reply::Exit(status),
            Err(Stop::Signal(signal)) => Reply::Signal(signal),
            Err(Stop::Unsupported(gap)) => Reply::Unsupported(SystemCallName::Named(name), gap),
            Err(Stop::Fault(fault)) => Reply::Fault(fault),
            Err(Stop::Needs(need)) => Reply::Needs(need),
            Err(Stop::Asks(condition)) => Reply::Asks(condition),
            Err(Stop::Which(conditions)) => Reply::Which(conditions),
        }
    }
}
