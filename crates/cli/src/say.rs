//! Our own words on standard output and standard error; those of a run go to its [screen](crate::screen).

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use report::Lines;

use crate::error::CliError;

/// Prints on standard output. If the reader is gone, as with `head`, the command is to end.
pub fn out(lines: &Lines) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let written = out.write_all(lines.as_str().as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CliError::NobodyReads,
        _ => CliError::Write("standard output".into(), error),
    })
}

/// Prints a line on standard error. Nothing can be done if that fails.
pub fn err(line: impl Display) {
    let line = Lines::one(format_args!("strata: {line}"));
    let _ = io::stderr().write_all(line.as_str().as_bytes());
}
