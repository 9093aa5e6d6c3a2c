//! Real programs, built by `strata cc` from the distribution's sources, print what they print natively.
//!
//! `tests/real` has them. An ordinary run takes bzip2; with `STRATA_FULL` set all of them are built and
//! compared, which takes an hour.

mod support;

use std::process::Command;
use std::time::Duration;

use support::{root, run};

const LIMIT: Duration = Duration::from_secs(2 * 60 * 60);

#[test]
fn real_programs_print_what_they_print_natively() {
    if !testing::installed("python3") {
        return;
    }
    let mut command = Command::new("python3");
    command.arg(root().join("tests/real/real.py")).arg("concrete");
    if !testing::full() {
        command.arg("bzip2");
    }
    let done = run(command.env("STRATA", env!("CARGO_BIN_EXE_strata")), b"", LIMIT);
    let said = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status, Some(0), "{said}\n{}", done.stderr);
    assert!(said.contains("bzip2recover"), "a table of programs: {said}");
}
