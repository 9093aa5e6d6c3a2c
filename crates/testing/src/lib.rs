//! What the tests of all crates share: which tools there are, and how much is to be run.
//!
//! A tool that is not installed leaves a test with nothing to compare. The test says so and passes, so that
//! the rest can be tested on any machine; with `STRATA_NO_SKIP` set, as `.ci/run` has it, the test fails.

use std::fmt::Display;
use std::process::{Command, Stdio};

/// Whether whole corpora are tested instead of the part that fits into an ordinary run.
pub fn full() -> bool {
    std::env::var_os("STRATA_FULL").is_some()
}

/// How much of something random is tested: a sample in ordinary runs.
pub fn amount(sample: u64, all: u64) -> u64 {
    if full() { all } else { sample }
}

/// Whether a tool is installed. Where it is not, the rest of the test is skipped as [`skip`] does.
pub fn installed(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let found = command.status();
    if let Err(error) = &found {
        skip(format!("{tool}: {error}"));
    }
    found.is_ok()
}

/// Says that something is not tested, and why.
///
/// # Panics
/// If nothing may be skipped.
#[expect(clippy::print_stdout, reason = "tests say what they skip")]
pub fn skip(why: impl Display) {
    let what = format!("skipped: {why} (./setup.sh --dev installs what the tests need)");
    assert!(std::env::var_os("STRATA_NO_SKIP").is_none(), "{what}");
    println!("{what}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "run by the next test"]
    fn skips() {
        assert!(installed("sh"));
        assert!(!installed("no-such-tool"));
    }

    #[test]
    fn a_missing_tool_is_said_or_fails() {
        let run = |variable: &str| {
            let mut command = Command::new(std::env::current_exe().expect("this program"));
            command.args(["tests::skips", "--exact", "--ignored", "--nocapture"]);
            let done = command.env_remove("STRATA_NO_SKIP").env(variable, "1").output();
            let done = done.expect("it starts");
            let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
            assert!(said.contains("skipped: no-such-tool: "), "{said}");
            done.status.success()
        };
        assert!(run("UNRELATED"));
        assert!(!run("STRATA_NO_SKIP"));
    }
}
