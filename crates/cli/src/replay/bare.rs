//! Verdicts without a sanitizer: a fault that also kills the native program has happened.

use report::expected::Ending;

use crate::error::CliError;
use crate::replay::judge::Verdict;
use crate::replay::native::Attempt;
use crate::replay::process::Ended;

const SIGILL: i32 = 4;
const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// The verdict on a fault if the sanitizer that sees it is not available, for this reason.
pub fn judge(
    end: &Ending,
    why: String,
    run: impl FnOnce() -> Result<Attempt, CliError>,
) -> Result<Verdict, CliError> {
    let Ending::Fault { kind, .. } = end else { return Ok(Verdict::Unconfirmed(why)) };
    let ended = match run()? {
        Attempt::Ran(ran) => ran.end,
        Attempt::Impossible(_) => return Ok(Verdict::Unconfirmed(why)),
    };
    Ok(match ended {
        Ended::Signal(signal) if signals(kind).contains(&signal) => {
            Verdict::Confirmed(format!("{kind}: natively killed by signal {signal}"))
        }
        _ => Verdict::Unconfirmed(why),
    })
}

/// What kills a program in which a fault of this kind happens. C libraries differ in how they end a program that
/// frees what it must not.
fn signals(kind: &str) -> &'static [i32] {
    match kind {
        "division-by-zero" => &[SIGFPE],
        "unreachable" => &[SIGILL, SIGTRAP],
        "double-free" | "invalid-free" => &[SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS],
        "out-of-bounds"
        | "wild-pointer"
        | "use-after-free"
        | "use-after-return"
        | "null-dereference"
        | "read-only-write"
        | "invalid-function-pointer"
        | "invalid-jump"
        | "function-access"
        | "dead-jump"
        | "stack-overflow" => &[SIGSEGV, SIGBUS, SIGILL],
        _ => &[],
    }
}
