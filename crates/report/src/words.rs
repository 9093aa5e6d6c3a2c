//! The words for what a run could not do, and for its other messages: the only place that has them, and that
//! names the options of the command.

mod gap;

use engine::{Cut, NoFork, Reason, SeedMisfit, Warning};
use exec::{Difference, Inconclusive, Limit, Misuse};

pub(crate) use self::gap::unsupported;

/// A budget that ran out.
pub(crate) const fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Instructions => "the limit of instructions (--max-instructions)",
        Limit::Time => "the limit of time (--max-time)",
        Limit::Memory => "the limit of memory (--max-memory)",
        Limit::Depth => "the limit of forks on one path (--max-depth)",
        Limit::Tests => "the limit of tests (--max-tests)",
        Limit::Faults => "the first fault ends the run (--exit-on-error, --exit-on-error-type)",
        Limit::Interrupt => "the user ended the run",
    }
}

/// Why it is open whether a path goes on.
pub(crate) fn inconclusive(why: &Inconclusive) -> String {
    let contradiction = match why {
        Inconclusive::Unknown(why) => return format!("no verdict: {why}"),
        Inconclusive::NotAValue => "the value that the solver gave is not feasible",
        Inconclusive::NotAnObject => "the object that the solver gave is not feasible",
        Inconclusive::NoWay => "none of the cases is feasible",
    };
    format!("no verdict: {contradiction}")
}

/// Something that was cut short or approximated.
pub(crate) fn cut(cut: &Cut) -> String {
    let fixed = match cut {
        Cut::Unsupported(what) => return unsupported(what),
        Cut::Inconclusive(why) => return inconclusive(why),
        Cut::NoTest(why) => return format!("a path without a test: {why}"),
        Cut::NativeAddress(function) => {
            return format!("the path holds an address of native code, from {function}");
        }
        Cut::ChangedFile(name) => {
            return format!("{name} has changed since paths of the saved run saw it");
        }
        Cut::Exhausted(budget) => limit(*budget),
        Cut::Unforked(why) => no_fork(*why),
        Cut::Picked => "a symbolic value was replaced by one it can have",
        Cut::Unwritten => "a decision depends on memory that was never written",
        Cut::TakenForZero => "memory that was never written was taken for zero",
        Cut::Spared => {
            "inputs were given up for which a value is defined although it depends on memory never written"
        }
        Cut::RefusedObject => {
            "an allocation was refused: it is larger than objects can be here, or there is no room left"
        }
        Cut::SkippedObject => "an object that an access could go to was skipped",
        Cut::MoreObjects => "there may be more objects that an access could go to",
        Cut::OneOrder => "a process ran before its parent: no other order was tried",
        Cut::Replayed => "only the paths of given tests were run (--replay-ktest)",
        Cut::Followed => "only paths with given decisions were followed (--replay-path)",
        Cut::Unseeded => "paths that no seed takes were left out (--only-replay-seeds)",
        Cut::Diverged => {
            "a path went another way than in the saved run; tests made there before stay as they were"
        }
        Cut::UncheckedFiles => {
            "paths of the saved run saw more files than were recorded: whether all are as they were is not known"
        }
    };
    fixed.to_owned()
}

const fn no_fork(why: NoFork) -> &'static str {
    match why {
        NoFork::Nested => "a function of the program that native code calls does not fork",
        NoFork::Limit => "the limit of forks (--max-forks)",
        NoFork::Program => "the program forbids forks (klee_set_forking)",
    }
}

/// The reasons why a run is not exhaustive with their words, in the order of these.
pub(crate) fn sorted(reasons: &[Reason]) -> Vec<(String, &Reason)> {
    let mut sorted: Vec<_> = reasons.iter().map(|reason| (cut(&reason.what), reason)).collect();
    sorted.sort_by(|(a, one), (b, other)| {
        (a, &one.file, one.line).cmp(&(b, &other.file, other.line))
    });
    sorted
}

/// What is worth a warning.
pub(crate) fn warning(warning: &Warning) -> String {
    let fixed = match warning {
        Warning::Program(text) => text,
        Warning::Cut { cut: what, line: 0, .. } => return cut(what),
        Warning::Cut { cut: what, file, line } => return format!("{file}:{line}: {}", cut(what)),
        Warning::NotLeast(why) => {
            return format!("the input shown for a path is one of many and not the least: {why}");
        }
        Warning::Seed(why) => return format!("a seed does not fit: {}", seed(why)),
        Warning::NativeState => {
            "native code may keep data of its own, which all paths share (--externals)"
        }
        Warning::NativeCall(name) => {
            return format!("calling external: {name} (--external-call-warnings)");
        }
        Warning::RefusedCommand(command) => {
            return format!("not executed: {command} (--spawn gives commands results)");
        }
        Warning::RefusedCall(name) => {
            return format!("{name} fails as on a kernel without it (ENOSYS)");
        }
        Warning::NotSaved(why) => {
            return format!("the run is not saved any further: {why} (--save-tree)");
        }
        Warning::Diverged { file, line, native, paths } => {
            let place = if *line > 0 { format!("{file}:{line}: ") } else { String::new() };
            let native = match native {
                true => "native code that it called gave other results",
                false => "it saw other files, another time or other addresses",
            };
            return format!(
                "{place}a path goes another way than in the saved run, perhaps since {native}; \
                 {paths} paths that ended beyond are explored again"
            );
        }
        Warning::EndingStates => "ending states to stay below the limit of memory (--max-memory)",
        Warning::Decisions(left) => {
            return format!(
                "a path ended before the last {left} of the decisions given for it: they are of another program, \
                 or of one with other options (--replay-path)"
            );
        }
        Warning::UnopenedMerge => "klee_close_merge without klee_open_merge",
    };
    fixed.to_owned()
}

fn seed(misfit: &SeedMisfit) -> String {
    match misfit {
        SeedMisfit::Input { wanted: (wanted, bytes), given: (given, size) } => {
            format!("the program wants {wanted} of {bytes} bytes, the seed has {given} of {size}")
        }
        SeedMisfit::Missing(name) => format!("it has nothing for {name}"),
        SeedMisfit::Assumption => "it does not satisfy an assumption of the program".into(),
    }
}

/// A call of one of our functions as it must not be called.
pub(crate) fn misuse(misuse: &Misuse) -> String {
    let fixed = match misuse {
        Misuse::ReplayCount { name, given } => {
            return format!("replay count mismatch: {name} is wanted, the test has {given}");
        }
        Misuse::ReplayName { name, given } => {
            return format!("replay name mismatch: {name} is wanted, the test has {given}");
        }
        Misuse::ReplaySize { name, wanted, given } => {
            return format!("replay size mismatch: {name} has {wanted} bytes, {given} in the test");
        }
        Misuse::FalseAssumption => "invalid klee_assume call (provably false)",
        Misuse::EmptyRange => "invalid klee_range call (the range is empty)",
        Misuse::OutsideRange => "invalid klee_range call (the value is outside)",
        Misuse::EmptyChoice => "invalid klee_choose call (nothing to choose from)",
        Misuse::NoSuchFunction => "invalid klee_alias_function call (no such function)",
        Misuse::NotAnObject => "invalid klee_get_obj_size call (not the start of an object)",
        Misuse::NoRoom => "invalid klee_define_fixed_object call (no room at that address)",
    };
    fixed.to_owned()
}

/// What a path depends on that is different natively.
pub const fn difference(difference: Difference) -> &'static str {
    match difference {
        Difference::Addresses => "the numbers of addresses",
        Difference::Unwritten => "memory never written",
        Difference::Intrinsic => "what an intrinsic says of the path",
        Difference::Processes => "other processes",
        Difference::Refusal => "what the C library makes of a refused process",
        Difference::Terminal => "what is a terminal",
        Difference::Files => "files of the host that are not shown",
    }
}

#[cfg(test)]
mod tests;
