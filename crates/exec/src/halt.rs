//! How a path ends.

use memory::Value;

/// Why a path ended. Text is made of it by the reporter; here it is data.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    /// The program ended by itself with this status.
    Exit(i32),
    /// The program is wrong.
    Fault(Fault),
    /// Something that is not modelled, by name.
    Unsupported(String),
    /// A budget of ours ran out.
    Exhausted(Limit),
}

/// A budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Instructions executed.
    Instructions,
    /// Time.
    Time,
    /// Memory of the program.
    Memory,
}

/// What a program did wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// A bad access to memory.
    Access {
        /// What it tried to do.
        access: Access,
        /// What was wrong with it.
        fault: memory::Fault,
    },
    /// Division or remainder by zero.
    DivisionByZero,
    /// The least integer divided by -1.
    DivisionOverflow,
    /// A shift by at least the width of the operand.
    Overshift {
        /// The amount.
        amount: u64,
        /// The width.
        width: u32,
        /// The instruction, in the function that is running.
        pc: Option<u32>,
    },
    /// Control reached a place the compiler takes for impossible.
    Unreachable,
    /// `__builtin_trap` and its kin.
    Trap,
    /// `abort`.
    Abort,
    /// An assertion failed.
    Assertion {
        /// The asserted expression.
        expression: String,
    },
    /// A signal whose default is to end the process.
    Signal(u8),
    /// A call through something that is not a function.
    NotAFunction(Value),
    /// `longjmp` into a function that has returned, or through a buffer never set.
    DeadJump,
    /// More frames or locals than the stack holds.
    StackOverflow,
}

/// What an access was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// `free` or `realloc`.
    Free,
    /// A system call reading or writing on behalf of the program.
    System,
}

/// The outcome of something that may end the path; boxed, since it almost never does.
pub(crate) type Outcome<T = ()> = Result<T, Box<Halt>>;

impl From<Fault> for Box<Halt> {
    #[cold]
    fn from(fault: Fault) -> Box<Halt> {
        Box::new(Halt::Fault(fault))
    }
}

/// A halt for a bad access.
#[cold]
pub(crate) fn bad(access: Access, fault: memory::Fault) -> Box<Halt> {
    Fault::Access { access, fault }.into()
}

/// A halt for something not modelled.
#[cold]
pub(crate) fn unsupported(what: impl Into<String>) -> Box<Halt> {
    Box::new(Halt::Unsupported(what.into()))
}
