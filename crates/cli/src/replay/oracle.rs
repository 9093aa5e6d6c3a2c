//! Which sanitizer sees which kind of fault, and what it then says: one table.

/// What a native program is built with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sanitizer {
    /// Nothing: the program as it is.
    None,
    Address,
    /// The address sanitizer, which also looks for lost objects at the end.
    Leaks,
    Undefined,
    Memory,
}

impl Sanitizer {
    /// For people.
    pub const fn name(self) -> &'static str {
        match self {
            Sanitizer::None => "the program",
            Sanitizer::Address => "AddressSanitizer",
            Sanitizer::Leaks => "LeakSanitizer",
            Sanitizer::Undefined => "UndefinedBehaviorSanitizer",
            Sanitizer::Memory => "MemorySanitizer",
        }
    }
}

/// What shows that a fault happened.
#[derive(Clone, Copy, Debug)]
pub enum Proof {
    /// A report that contains one of these.
    Report(&'static [&'static str]),
    /// The same, on any line: the report is about where the value comes from, not where it is used.
    ReportElsewhere(&'static [&'static str]),
    /// Any report.
    AnyReport,
    /// The message of a failed assertion, or `reach_error`, and then SIGABRT.
    Assertion,
    /// One of these signals.
    Signal(&'static [i32]),
    /// Any signal.
    AnySignal,
    /// It does not end.
    NoEnd,
    /// Neither it nor its output ends.
    NoEndOfOutput,
    /// One of these exit statuses, by which the replay library says what happened.
    Status(&'static [i32]),
}

/// What it means if there is no proof.
#[derive(Clone, Copy, Debug)]
pub enum Silence {
    /// The native run took another path.
    Differs,
    /// It may have happened unseen, for this reason.
    Blind(&'static str),
}

/// How to confirm a kind of fault.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    pub sanitizer: Sanitizer,
    pub proof: Proof,
    pub silence: Silence,
}

impl Oracle {
    /// The build that shows the fault; `None` if all do. A sanitizer may handle signals itself.
    pub fn required(&self) -> Option<Sanitizer> {
        match self.proof {
            Proof::Assertion | Proof::Status(_) => None,
            _ => Some(self.sanitizer),
        }
    }
}

/// Exit statuses of the replay library (`runtime/replay/replay.h`).
pub const MISMATCH: i32 = 117;
pub const ASSUMPTION: i32 = 118;
pub const REPORTED: i32 = 119;
pub const UNKNOWN: i32 = 120;

pub const SIGABRT: i32 = 6;
const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;

/// What an access to memory that is not there, or not the program's, can be to the sanitizer. Outside
/// its object it may hit anything. The first is what a check of the index says, in a program built with one.
const ACCESS: &[&str] = &[
    "out of bounds for type",
    "-overflow",
    "-underflow",
    "use-after-",
    "SEGV",
    "BUS",
    "wild-",
    "unknown-crash",
    "negative-size-param",
    "memcpy-param-overlap",
];

/// What a use of a dead object can be. A library function that uses one may only free it again natively, and
/// the space of a very large one is given back to the system at once.
const DEAD: &[&str] = &["use-after-", "double-free", "SEGV"];

const NEIGHBOUR: Silence =
    Silence::Blind("natively the access may hit another object, or space between objects");
const REUSED: Silence = Silence::Blind("natively the space may have been used again");
const HARMLESS: Silence = Silence::Blind("natively it may do no harm");

/// How to confirm a fault of this kind.
#[rustfmt::skip]
pub fn oracle(kind: &str) -> Oracle {
    use Proof::*;
    use Sanitizer as S;
    match kind {
        "assertion"                => row(S::None, Assertion, Silence::Differs),
        "abort"                    => row(S::None, Signal(&[SIGABRT, SIGILL, SIGTRAP]), Silence::Differs),
        "signal" | "native-crash"  => row(S::None, AnySignal, Silence::Differs),
        "reported-error" | "user-error" | "misuse" | "user"
                                   => row(S::None, Status(&[ASSUMPTION, REPORTED]), Silence::Differs),
        "out-of-bounds"            => row(S::Address, Report(ACCESS), NEIGHBOUR),
        "wild-pointer"             => row(S::Address, Report(ACCESS), NEIGHBOUR),
        "use-after-free"           => row(S::Address, Report(DEAD), REUSED),
        "use-after-return"         => row(S::Address, Report(&["use-after-"]), REUSED),
        "use-after-scope"          => row(S::Address, Report(&["use-after-"]), HARMLESS),
        "double-free"              => row(S::Address, Report(&["double-free", "SEGV"]), Silence::Differs),
        "invalid-free"             => row(S::Address, Report(&["attempting free", "bad-free", "SEGV", "dealloc"]), Silence::Differs),
        "null-dereference"         => row(S::Address, Report(&["SEGV", "null pointer"]), HARMLESS),
        "read-only-write"          => row(S::Address, Report(&["SEGV", "BUS"]), HARMLESS),
        "invalid-function-pointer" => row(S::Address, AnyReport, HARMLESS),
        "invalid-jump"             => row(S::Address, AnyReport, HARMLESS),
        "function-access"          => row(S::Address, AnyReport, HARMLESS),
        "dead-jump"                => row(S::Address, AnyReport, HARMLESS),
        "infinite-loop"            => row(S::None, NoEnd, Silence::Differs),
        "endless-output"           => row(S::None, NoEndOfOutput, Silence::Differs),
        "overlapping-copy"         => row(S::Address, Report(&["memcpy-param-overlap"]), HARMLESS),
        "stack-overflow"           => row(S::Address, Report(&["stack-overflow"]), Silence::Blind("the native stack may be larger")),
        "leak"                     => row(S::Leaks, Report(&["detected memory leaks"]), Silence::Blind("something may still hold the pointer")),
        "uninitialised-use"        => row(S::Memory, Report(&["use-of-uninitialized-value"]), HARMLESS),
        "division-by-zero"         => row(S::Undefined, Report(&["division by zero"]), Silence::Differs),
        "overshift"                => row(S::Undefined, Report(&["shift exponent"]), HARMLESS),
        "poison"                   => row(S::Undefined, ReportElsewhere(&["overflow", "cannot be represented", "null pointer"]), HARMLESS),
        "unreachable"              => row(S::Undefined, Report(&["unreachable"]), HARMLESS),
        "mismatched-call"          => row(S::Undefined, Report(&["function type"]), HARMLESS),
        // The kinds that the sanitizer itself has found, in a program built for it.
        _                          => row(S::Undefined, AnyReport, HARMLESS),
    }
}

const fn row(sanitizer: Sanitizer, proof: Proof, silence: Silence) -> Oracle {
    Oracle { sanitizer, proof, silence }
}
