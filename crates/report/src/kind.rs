//! The kinds of path ends: one table.
//!
//! Each kind has a name of ours, which `summary.json` gives, the suffix of the file that describes it,
//! which is KLEE's (version 3.1) where KLEE has the kind, and the class under which KLEE's `run.stats`
//! counts it.

use std::borrow::Cow;

use exec::{Access, Check, Fault, Halt, ObjectStory};
use memory::{Fault as Bad, Life};

/// How a path ended, for names and counts; details are in the [`Halt`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An access outside its object.
    OutOfBounds,
    /// An access to a heap object that was freed.
    UseAfterFree,
    /// An access to a local of a function that has returned.
    UseAfterReturn,
    /// An access to a local outside its scope.
    UseAfterScope,
    /// An object freed twice.
    DoubleFree,
    /// Something freed that is not the start of a heap object.
    InvalidFree,
    /// An access through a null pointer.
    NullDereference,
    /// An access through a number that is in no object.
    WildPointer,
    /// Data read from or written to a function.
    FunctionAccess,
    /// A write to a constant.
    ReadOnlyWrite,
    /// A decision that depends on bits never written.
    UninitialisedUse,
    /// A decision that depends on a result that does not exist.
    Poison,
    /// A failed assertion.
    Assertion,
    /// `abort` or a trap.
    Abort,
    /// A signal that ends the process.
    Signal,
    /// A signal that ends a native function.
    NativeCrash,
    /// A division by zero.
    DivisionByZero,
    /// A shift by the width or more.
    Overshift,
    /// A result that its type cannot hold.
    Overflow,
    /// Code the compiler takes for impossible.
    Unreachable,
    /// A vector element that is not there.
    BadVectorIndex,
    /// A call through something that is not a function.
    InvalidFunctionPointer,
    /// A computed `goto` to no label of the function.
    InvalidJump,
    /// A call with other types than the function has.
    MismatchedCall,
    /// A `longjmp` to a call that has returned, or with a buffer never set.
    DeadJump,
    /// A `memcpy` between ranges that overlap.
    OverlappingCopy,
    /// A path that is in a state in which it was before.
    InfiniteLoop,
    /// The same, but for what it has written since.
    EndlessOutput,
    /// More frames or locals than the stack holds.
    StackOverflow,
    /// Heap objects that can no longer be freed.
    Leak,
    /// A builtin called with a value it has no result for.
    InvalidBuiltin,
    /// A conversion that lost bits.
    ImplicitTruncation,
    /// A conversion that changed the sign.
    ImplicitConversion,
    /// A function that ended without returning its value.
    MissingReturn,
    /// A value its type does not have.
    InvalidLoad,
    /// A null pointer where an attribute forbids it.
    NullableAttribute,
    /// A pointer not aligned as its type demands, or moved outside its object.
    BadPointer,
    /// Some other undefined behaviour a sanitizer reports.
    UndefinedBehaviour,
    /// `klee_report_error`.
    ReportedError,
    /// One of our own functions called as it must not be.
    Misuse,
    /// Something not modelled.
    Unsupported,
    /// A question the solver could not answer.
    SolverInconclusive,
    /// A budget of ours that ran out.
    Limit,
}

/// KLEE's classes of path ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TerminationClass {
    /// The program ended by itself.
    Exit,
    /// We cut the path short.
    Early,
    /// The solver did.
    SolverError,
    /// The program is wrong.
    ProgramError,
    /// It uses our functions wrongly.
    UserError,
    /// We cannot execute it.
    ExecutionError,
    /// Ended by `klee_silent_exit`.
    EarlyUser,
}

/// A row of the table.
struct Row {
    name: &'static str,
    suffix: &'static str,
    class: TerminationClass,
}

impl Kind {
    /// The table.
    #[rustfmt::skip]
    const fn row(self) -> Row {
        use TerminationClass::*;
        match self {
            Kind::OutOfBounds            => row("out-of-bounds", "ptr.err", ProgramError),
            Kind::UseAfterFree           => row("use-after-free", "ptr.err", ProgramError),
            Kind::UseAfterReturn         => row("use-after-return", "ptr.err", ProgramError),
            Kind::UseAfterScope          => row("use-after-scope", "ptr.err", ProgramError),
            Kind::DoubleFree             => row("double-free", "free.err", ProgramError),
            Kind::InvalidFree            => row("invalid-free", "free.err", ProgramError),
            Kind::NullDereference        => row("null-dereference", "ptr.err", ProgramError),
            Kind::WildPointer            => row("wild-pointer", "ptr.err", ProgramError),
            Kind::FunctionAccess         => row("function-access", "ptr.err", ProgramError),
            Kind::ReadOnlyWrite          => row("read-only-write", "read_only.err", ProgramError),
            Kind::UninitialisedUse       => row("uninitialised-use", "uninitialised.err", ProgramError),
            Kind::Poison                 => row("poison", "poison.err", ProgramError),
            Kind::Assertion              => row("assertion", "assert.err", ProgramError),
            Kind::Abort                  => row("abort", "abort.err", ProgramError),
            Kind::Signal                 => row("signal", "abort.err", ProgramError),
            Kind::NativeCrash            => row("native-crash", "external.err", ProgramError),
            Kind::DivisionByZero         => row("division-by-zero", "div.err", ProgramError),
            Kind::Overshift              => row("overshift", "overshift.err", ProgramError),
            Kind::Overflow               => row("overflow", "overflow.err", ProgramError),
            Kind::Unreachable            => row("unreachable", "unreachable_call.err", ProgramError),
            Kind::BadVectorIndex         => row("bad-vector-index", "bad_vector_access.err", ProgramError),
            Kind::InvalidFunctionPointer => row("invalid-function-pointer", "ptr.err", ProgramError),
            Kind::InvalidJump            => row("invalid-jump", "ptr.err", ProgramError),
            Kind::MismatchedCall         => row("mismatched-call", "function_type_mismatch.err", ProgramError),
            Kind::DeadJump               => row("dead-jump", "ptr.err", ProgramError),
            Kind::OverlappingCopy        => row("overlapping-copy", "ptr.err", ProgramError),
            Kind::InfiniteLoop           => row("infinite-loop", "loop.err", ProgramError),
            Kind::EndlessOutput          => row("endless-output", "loop.err", ProgramError),
            Kind::StackOverflow          => row("stack-overflow", "stack.err", ProgramError),
            Kind::Leak                   => row("leak", "leak.err", ProgramError),
            Kind::InvalidBuiltin         => row("invalid-builtin", "invalid_builtin_use.err", ProgramError),
            Kind::ImplicitTruncation     => row("implicit-truncation", "implicit_truncation.err", ProgramError),
            Kind::ImplicitConversion     => row("implicit-conversion", "implicit_conversion.err", ProgramError),
            Kind::MissingReturn          => row("missing-return", "missing_return.err", ProgramError),
            Kind::InvalidLoad            => row("invalid-load", "invalid_load.err", ProgramError),
            Kind::NullableAttribute      => row("nullable-attribute", "nullable_attribute.err", ProgramError),
            Kind::BadPointer             => row("bad-pointer", "ptr.err", ProgramError),
            Kind::UndefinedBehaviour     => row("undefined-behaviour", "undefined_behavior.err", ProgramError),
            Kind::ReportedError          => row("reported-error", "report_error.err", ProgramError),
            Kind::Misuse                 => row("misuse", "user.err", UserError),
            Kind::Unsupported            => row("unsupported", "exec.err", ExecutionError),
            Kind::SolverInconclusive     => row("solver-inconclusive", "solver.err", SolverError),
            Kind::Limit                  => row("limit", "early", Early),
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Our name of it.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What the name of its file ends with, after the number of the test.
    pub const fn suffix(self) -> &'static str {
        self.row().suffix
    }

    /// Under which class it counts.
    pub const fn class(self) -> TerminationClass {
        self.row().class
    }

    /// Whether KLEE's type of this name, one of [`KLEE_TYPES`], includes it. Checks that KLEE inserts report
    /// their errors as a program does.
    pub fn has_klee_type(self, name: &str) -> bool {
        let suffix = match self {
            Kind::DivisionByZero | Kind::Overshift => Kind::ReportedError.suffix(),
            kind => kind.suffix(),
        };
        KLEE_TYPES.contains(&(name, suffix))
    }

    /// What the name of the file about a path end ends with. An error a program reports has the suffix it
    /// gives, unless no file can have it.
    pub fn file_suffix(self, halt: &Halt) -> Cow<'static, str> {
        let Halt::Fault(Fault::User { suffix, .. }) = halt else { return self.suffix().into() };
        let name = suffix.strip_suffix(".err").unwrap_or(suffix);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        match (1..=SUFFIX_LENGTH).contains(&name.len()) && name.chars().all(plain) {
            true => format!("{name}.err").into(),
            false => self.suffix().into(),
        }
    }

    /// Whether it is about the program, or about us being unable to go on with it: not a limit.
    pub const fn is_error(self) -> bool {
        !matches!(self.class(), TerminationClass::Early)
    }

    /// The class of a path end.
    pub fn class_of(halt: &Halt, object: Option<&ObjectStory>) -> TerminationClass {
        match (halt, Kind::of(halt, object)) {
            (Halt::Silent, _) => TerminationClass::EarlyUser,
            (_, None) => TerminationClass::Exit,
            (_, Some(kind)) => kind.class(),
        }
    }

    /// The kind of a path end; `None` if the program ended it.
    pub fn of(halt: &Halt, object: Option<&ObjectStory>) -> Option<Kind> {
        Some(match halt {
            Halt::Exit(_) | Halt::Silent => return None,
            Halt::Fault(fault) => of_fault(fault, object),
            Halt::Unsupported(_) => Kind::Unsupported,
            Halt::Exhausted(_) => Kind::Limit,
            Halt::Inconclusive(_) => Kind::SolverInconclusive,
        })
    }
}

/// KLEE's types of errors and the suffixes of their files: what its `--exit-on-error-type` takes, and what its
/// documentation lists. There is no path end here for `Model`, since none of our models gives up by itself, nor
/// for the two of C++ exceptions, which are unsupported.
pub const KLEE_TYPES: [(&str, &str); 22] = [
    ("Abort", "abort.err"),
    ("Assert", "assert.err"),
    ("BadVectorAccess", "bad_vector_access.err"),
    ("Execution", "exec.err"),
    ("External", "external.err"),
    ("Free", "free.err"),
    ("ImplicitConversion", "implicit_conversion.err"),
    ("ImplicitTruncation", "implicit_truncation.err"),
    ("InvalidBuiltin", "invalid_builtin_use.err"),
    ("InvalidLoad", "invalid_load.err"),
    ("MissingReturn", "missing_return.err"),
    ("Model", "model.err"),
    ("NullableAttribute", "nullable_attribute.err"),
    ("Overflow", "overflow.err"),
    ("Ptr", "ptr.err"),
    ("ReadOnly", "read_only.err"),
    ("ReportError", "report_error.err"),
    ("Solver", "solver.err"),
    ("UncaughtException", "uncaught_exception.err"),
    ("UnexpectedException", "unexpected_exception.err"),
    ("UnreachableCall", "unreachable_call.err"),
    ("User", "user.err"),
];

/// The longest suffix taken from a program; names of files have a limit.
const SUFFIX_LENGTH: usize = 100;

const fn row(name: &'static str, suffix: &'static str, class: TerminationClass) -> Row {
    Row { name, suffix, class }
}

fn of_fault(fault: &Fault, object: Option<&ObjectStory>) -> Kind {
    match fault {
        Fault::Access { access, fault } => of_access(*access, fault, object),
        Fault::DivisionByZero => Kind::DivisionByZero,
        Fault::DivisionOverflow => Kind::Overflow,
        Fault::Overshift { .. } => Kind::Overshift,
        Fault::Poisoned { fault, .. } => of_fault(fault, object),
        Fault::Unreachable => Kind::Unreachable,
        Fault::Trap | Fault::Abort => Kind::Abort,
        Fault::Assertion { .. } => Kind::Assertion,
        Fault::Undefined { check, .. } => of_check(*check),
        Fault::Signal(_) => Kind::Signal,
        Fault::NativeCrash { .. } => Kind::NativeCrash,
        Fault::BadVectorIndex => Kind::BadVectorIndex,
        Fault::Misuse(_) => Kind::Misuse,
        Fault::User { .. } => Kind::ReportedError,
        Fault::Leak { .. } => Kind::Leak,
        Fault::Uninitialised { .. } => Kind::UninitialisedUse,
        Fault::Poison { .. } => Kind::Poison,
        Fault::MismatchedCall { .. } | Fault::MismatchedType { .. } => Kind::MismatchedCall,
        Fault::NotAFunction(_) => Kind::InvalidFunctionPointer,
        Fault::NotALabel => Kind::InvalidJump,
        Fault::DeadJump => Kind::DeadJump,
        Fault::OverlappingCopy => Kind::OverlappingCopy,
        Fault::InfiniteLoop(_) => Kind::InfiniteLoop,
        Fault::EndlessOutput(_) => Kind::EndlessOutput,
        Fault::StackOverflow => Kind::StackOverflow,
    }
}

fn of_check(check: Check) -> Kind {
    match check {
        Check::Overflow => Kind::Overflow,
        Check::DivisionByZero => Kind::DivisionByZero,
        Check::Overshift => Kind::Overshift,
        Check::OutOfBounds => Kind::OutOfBounds,
        Check::Null => Kind::NullDereference,
        Check::BadPointer => Kind::BadPointer,
        Check::Unreachable => Kind::Unreachable,
        Check::MissingReturn => Kind::MissingReturn,
        Check::InvalidValue => Kind::InvalidLoad,
        Check::InvalidBuiltin => Kind::InvalidBuiltin,
        Check::Truncation => Kind::ImplicitTruncation,
        Check::SignChange => Kind::ImplicitConversion,
        Check::NonNull => Kind::NullableAttribute,
        Check::FunctionType => Kind::MismatchedCall,
        Check::ArraySize | Check::Other => Kind::UndefinedBehaviour,
    }
}

fn of_access(access: Access, fault: &Bad, object: Option<&ObjectStory>) -> Kind {
    let local = object.is_some_and(|object| object.kind == memory::Kind::Local);
    match fault {
        Bad::Null { .. } => Kind::NullDereference,
        Bad::OutOfBounds { .. } => Kind::OutOfBounds,
        Bad::Dead { .. } if object.is_some_and(|object| object.life == Life::OutOfScope) => {
            Kind::UseAfterScope
        }
        Bad::Dead { .. } if local => Kind::UseAfterReturn,
        Bad::Dead { .. } => Kind::UseAfterFree,
        Bad::Wild { .. } if access == Access::Free => Kind::InvalidFree,
        Bad::Wild { .. } => Kind::WildPointer,
        Bad::ReadOnly { .. } => Kind::ReadOnlyWrite,
        Bad::Function { .. } => Kind::FunctionAccess,
        Bad::BadFree { .. } => Kind::InvalidFree,
        Bad::DoubleFree { .. } => Kind::DoubleFree,
    }
}

/// Every kind.
const ALL: [Kind; 43] = [
    Kind::OutOfBounds,
    Kind::UseAfterFree,
    Kind::UseAfterReturn,
    Kind::UseAfterScope,
    Kind::DoubleFree,
    Kind::InvalidFree,
    Kind::NullDereference,
    Kind::WildPointer,
    Kind::FunctionAccess,
    Kind::ReadOnlyWrite,
    Kind::UninitialisedUse,
    Kind::Poison,
    Kind::Assertion,
    Kind::Abort,
    Kind::Signal,
    Kind::NativeCrash,
    Kind::DivisionByZero,
    Kind::Overshift,
    Kind::Overflow,
    Kind::Unreachable,
    Kind::BadVectorIndex,
    Kind::InvalidFunctionPointer,
    Kind::InvalidJump,
    Kind::MismatchedCall,
    Kind::DeadJump,
    Kind::OverlappingCopy,
    Kind::InfiniteLoop,
    Kind::EndlessOutput,
    Kind::StackOverflow,
    Kind::Leak,
    Kind::InvalidBuiltin,
    Kind::ImplicitTruncation,
    Kind::ImplicitConversion,
    Kind::MissingReturn,
    Kind::InvalidLoad,
    Kind::NullableAttribute,
    Kind::BadPointer,
    Kind::UndefinedBehaviour,
    Kind::ReportedError,
    Kind::Misuse,
    Kind::Unsupported,
    Kind::SolverInconclusive,
    Kind::Limit,
];

#[cfg(test)]
mod tests {
    use exec::Misuse;

    use super::*;

    /// What a program says never leads out of the directory.
    #[test]
    fn suffixes_of_programs() {
        let suffix = |given: &str| {
            let fault = Fault::User { message: String::new(), suffix: given.into() };
            Kind::ReportedError.file_suffix(&Halt::Fault(fault)).into_owned()
        };
        assert_eq!(suffix("div.err"), "div.err");
        assert_eq!(suffix("user"), "user.err");
        for strange in ["", ".err", "../../x", "a/b.err", "a.b", "\0", &"x".repeat(101)] {
            assert_eq!(suffix(strange), "report_error.err");
        }
        assert_eq!(Kind::Abort.file_suffix(&Halt::Fault(Fault::Abort)), "abort.err");
    }

    /// What a program reports is its own, whatever it calls the kind; what it does to us is misuse.
    #[test]
    fn reports_and_misuse() {
        for suffix in ["user", "misuse", "div.err", "x"] {
            let fault = Fault::User { message: "m".into(), suffix: suffix.into() };
            let halt = Halt::Fault(fault);
            let kind = Kind::of(&halt, None).expect("a kind");
            assert_eq!((kind, kind.class()), (Kind::ReportedError, TerminationClass::ProgramError));
        }
        let halt = Halt::Fault(Fault::User { message: "m".into(), suffix: "user".into() });
        assert_eq!(Kind::ReportedError.file_suffix(&halt), "user.err", "as KLEE has it");
        let halt = Halt::Fault(Fault::Misuse(Misuse::EmptyRange));
        let kind = Kind::of(&halt, None).expect("a kind");
        assert_eq!((kind, kind.class()), (Kind::Misuse, TerminationClass::UserError));
        assert_eq!(kind.file_suffix(&halt), "user.err");
    }

    /// Suffixes are KLEE's, except for kinds that KLEE does not have; and none of KLEE's is missing, except for ends that
    /// do not exist here.
    #[test]
    fn suffixes_are_klees() {
        assert!(ALL.iter().enumerate().all(|(number, kind)| *kind as usize == number));
        let ours: std::collections::BTreeSet<_> = ALL.iter().map(|kind| kind.suffix()).collect();
        let klees: std::collections::BTreeSet<_> = KLEE_TYPES.iter().map(|row| row.1).collect();
        let only_ours = [
            // What KLEE's own checks report, and its suffix of paths cut short.
            "div.err",
            "early",
            "function_type_mismatch.err",
            "leak.err",
            "loop.err",
            "overshift.err",
            "poison.err",
            "stack.err",
            "undefined_behavior.err",
            "uninitialised.err",
        ];
        assert_eq!(ours.difference(&klees).copied().collect::<Vec<_>>(), only_ours);
        let only_klees = ["model.err", "uncaught_exception.err", "unexpected_exception.err"];
        assert_eq!(klees.difference(&ours).copied().collect::<Vec<_>>(), only_klees);
    }

    #[test]
    fn types_of_klee() {
        let of = |name| ALL.iter().filter(|kind| kind.has_klee_type(name)).collect::<Vec<_>>();
        assert_eq!(of("Free"), [&Kind::DoubleFree, &Kind::InvalidFree]);
        assert_eq!(
            of("ReportError"),
            [&Kind::DivisionByZero, &Kind::Overshift, &Kind::ReportedError]
        );
        assert_eq!(of("User"), [&Kind::Misuse]);
        assert!(of("Nonsense").is_empty());
    }

    #[test]
    fn silent_ends() {
        assert_eq!(Kind::class_of(&Halt::Silent, None), TerminationClass::EarlyUser);
        assert_eq!(Kind::class_of(&Halt::Exit(1), None), TerminationClass::Exit);
    }
}
