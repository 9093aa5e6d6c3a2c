//! How a path ends.

use gap::Unsupported;
use ir::Promise;
use memory::{Need, ObjectId, Refusal, Value};
use solver::Unknown;

use crate::ask::Ask;
use crate::check::Check;
use crate::lasso::Course;
use crate::trace::Location;

/// Why a path ended, as data; the reporter turns it into text.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    /// The program ended by itself with this status.
    Exit(i32),
    /// The program is wrong.
    Fault(Fault),
    /// Something that is not modelled.
    Unsupported(Unsupported),
    /// A budget of ours ran out.
    Exhausted(Limit),
    /// It is not known whether the path goes on, for this reason.
    Inconclusive(Inconclusive),
    /// The program asked to end the path without a word.
    Silent,
}

/// A budget.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Limit {
    /// Instructions executed.
    Instructions,
    /// Time.
    Time,
    /// Memory, of the program or of the process.
    Memory,
    /// Forks on one path.
    Depth,
    /// Tests emitted.
    Tests,
    /// Faults found.
    Faults,
    /// The user interrupted the run.
    Interrupt,
}

/// Why it is unknown whether a path goes on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Inconclusive {
    /// The solver gave no verdict.
    Unknown(Unknown),
    /// The solver contradicts itself: the value of a model is not feasible.
    NotAValue,
    /// The same for the object of a model.
    NotAnObject,
    /// The same for a set of ways that cover all values: none of them is feasible.
    NoWay,
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
    },
    /// A use of what an earlier instruction of the running function could not compute. It is reported as
    /// what happened there ([`crate::Machine::blame`]).
    Poisoned {
        /// What happened.
        fault: Box<Fault>,
        /// The instruction.
        pc: u32,
    },
    /// Control reached code that the compiler takes to be unreachable.
    Unreachable,
    /// `__builtin_trap` and similar builtins.
    Trap,
    /// `abort`.
    Abort,
    /// An assertion failed.
    Assertion {
        /// The asserted expression.
        expression: String,
    },
    /// What the program itself reports, as by `klee_report_error`.
    User {
        /// What it says.
        message: String,
        /// The kind it gives the error: the suffix of its file.
        suffix: String,
    },
    /// A function that we provide was misused.
    Misuse(Misuse),
    /// A check that the compiler put there failed.
    Undefined {
        /// Which.
        check: Check,
        /// What it found.
        message: String,
    },
    /// Heap objects of one allocation site that were not freed, and that nothing points to at the end.
    Leak {
        /// The first of them.
        id: ObjectId,
        /// How many.
        objects: u64,
        /// Bytes in all of them.
        bytes: u64,
    },
    /// A use of what was never written.
    Uninitialised {
        /// For what.
        used: Use,
        /// The serial number of the allocation; [`memory::Undefined::origin`] knows it. Zero for values that the
        /// compiler left undefined.
        serial: u64,
    },
    /// A use of the result of an operation that has none, because the program broke a promise.
    Poison {
        /// For what.
        used: Use,
        /// Which promise.
        promise: Promise,
        /// Where the operation is.
        location: Option<Box<Location>>,
    },
    /// A call with fewer arguments than the function takes.
    MismatchedCall {
        /// How many there are.
        given: u32,
        /// How many it takes.
        taken: u32,
    },
    /// A call through a pointer with a type that the function does not have.
    MismatchedType {
        /// The first argument whose type differs, counted from 1; none if it is the result.
        argument: Option<u32>,
    },
    /// A `memcpy` between ranges that overlap.
    OverlappingCopy,
    /// A signal whose default is to end the process.
    Signal(u8),
    /// A native function was ended by a signal.
    NativeCrash {
        /// Its name.
        function: String,
        /// The signal.
        signal: i32,
    },
    /// An index beyond the elements of a vector.
    BadVectorIndex,
    /// A call through something that is not a function.
    NotAFunction(Value),
    /// A computed `goto` to something that is not a label of the function.
    NotALabel,
    /// `longjmp` into a function that has returned, or through a buffer never set.
    DeadJump,
    /// More frames or locals than the stack holds.
    StackOverflow,
    /// It is in a state in which it was before.
    InfiniteLoop(Box<Course>),
    /// It is in a state in which it was before, but for what it has written since.
    EndlessOutput(Box<Course>),
}

/// How a program may misuse functions that we provide, or not match the test it is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// It asks for an input that the test does not have.
    ReplayCount {
        /// The input.
        name: String,
        /// How many the test has.
        given: usize,
    },
    /// It asks for an input of another name.
    ReplayName {
        /// The input.
        name: String,
        /// What the test has there.
        given: String,
    },
    /// It asks for an input of another size.
    ReplaySize {
        /// The input.
        name: String,
        /// Its bytes.
        wanted: u64,
        /// The bytes that the test has.
        given: u64,
    },
    /// `klee_assume` of a condition that cannot hold.
    FalseAssumption,
    /// `klee_range` of an empty range.
    EmptyRange,
    /// `klee_range` with no feasible value.
    OutsideRange,
    /// `klee_choose` of nothing.
    EmptyChoice,
    /// `klee_alias_function` of a function that does not exist.
    NoSuchFunction,
    /// `klee_get_obj_size` of a pointer not to the start of an object.
    NotAnObject,
    /// `klee_define_fixed_object` where there is no room.
    NoRoom,
}

/// What a value was used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// Where control goes, or something else the program decides.
    Condition,
    /// Where memory is accessed, or which function is called.
    Address,
    /// A divisor.
    Divisor,
    /// A length, a status or another number.
    Number,
    /// An argument of a system call.
    Argument,
    /// A byte that leaves the program.
    Output,
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
    /// A native function writing.
    Native,
    /// A native function reading.
    NativeRead,
}

/// Why an instruction was not executed.
#[derive(Debug)]
pub enum Interrupt {
    /// The path ends here.
    Halt(Halt),
    /// Something has to be known first; then the instruction is executed again.
    Ask(Ask),
}

/// An attempt at an instruction, or at a part of one. An interrupt is rare, and boxed to keep results small.
pub(crate) type Attempt<T = ()> = Result<T, Box<Interrupt>>;

impl From<Fault> for Box<Interrupt> {
    #[cold]
    fn from(fault: Fault) -> Box<Interrupt> {
        Halt::Fault(fault).into()
    }
}

impl From<Halt> for Box<Interrupt> {
    #[cold]
    fn from(halt: Halt) -> Box<Interrupt> {
        Box::new(Interrupt::Halt(halt))
    }
}

impl From<Ask> for Box<Interrupt> {
    #[cold]
    fn from(ask: Ask) -> Box<Interrupt> {
        Box::new(Interrupt::Ask(ask))
    }
}

impl From<Need> for Box<Interrupt> {
    /// An instruction asks for what it needs before memory does; if one did not, the path cannot go on.
    #[cold]
    fn from(need: Need) -> Box<Interrupt> {
        unsupported(match need {
            Need::Number(_) => Unsupported::UnknownNumberAccess,
            Need::Size(_) => Unsupported::UnsizedAccess,
        })
    }
}

/// A halt for an access that memory refused.
#[cold]
pub(crate) fn bad(access: Access, refusal: impl Into<Refusal>) -> Box<Interrupt> {
    match refusal.into() {
        Refusal::Fault(fault) => Fault::Access { access, fault }.into(),
        Refusal::Needs(need) => need.into(),
        Refusal::TooMuch => unsupported(Unsupported::TooMuchAtOnce),
    }
}

/// A halt for something not modelled.
#[cold]
pub(crate) fn unsupported(what: Unsupported) -> Box<Interrupt> {
    Halt::Unsupported(what).into()
}

/// A halt for a misused function of ours.
#[cold]
pub(crate) fn misuse(what: Misuse) -> Box<Interrupt> {
    Fault::Misuse(what).into()
}
