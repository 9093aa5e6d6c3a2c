//! `faults.jsonl`: everything that is known about each fault with a test, for programs that read it.
//!
//! One line for each, written when its test is. The `.err` file of the test says the same in words. Paths that ended
//! because something is not modelled are here as well: whoever reads this decides what counts.

use std::path::Path;

use engine::PathEnd;
use exec::{Location, ObjectStory, Trace};
use serde::{Deserialize, Serialize};

use crate::expected::ReadError;
use crate::json::{self, Layout};
use crate::kind::{Kind, TerminationClass};
use crate::{expected, text};

/// The file in the run directory.
pub const FILE_NAME: &str = "faults.jsonl";

/// What went wrong on a path.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct FaultRecord {
    /// The name of its kind ([`Kind::name`]).
    pub kind: String,
    /// Whether the program is to blame; otherwise something is not modelled, or the solver did not decide.
    pub in_program: bool,
    /// What happened, in one line.
    pub message: String,
    /// The file of its test.
    pub test: String,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Call>,
    /// The object concerned, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub object: Option<ObjectRecord>,
}

/// A call, and where it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Its arguments, as in `x=3, p=&buffer+4`.
    pub arguments: String,
    /// The file; empty if unknown.
    pub file: String,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The column, 0 if unknown.
    pub column: u32,
    /// Whether the function came from a library.
    pub library: bool,
}

/// The history of an object.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct ObjectRecord {
    /// What it is, as in `an 8-byte heap object`.
    pub what: String,
    /// The allocation site; empty if unknown.
    pub allocated: Vec<Call>,
    /// Where its life ended; empty if it did not.
    pub freed: Vec<Call>,
}

impl FaultRecord {
    /// That of a path with this test that ended in this way.
    pub(crate) fn of(end: &PathEnd, kind: Kind, test: &str) -> FaultRecord {
        let blamed = [TerminationClass::ProgramError, TerminationClass::UserError];
        FaultRecord {
            kind: kind.name().into(),
            in_program: blamed.contains(&kind.class()),
            message: text::message(&end.halt, end.object.as_ref()),
            test: test.into(),
            stack: calls(&end.trace),
            object: end.object.as_ref().map(ObjectRecord::of),
        }
    }

    /// The innermost call in the program's own code that has a line; in a library if there is no other.
    pub fn place(&self) -> Option<&Call> {
        let known = || self.stack.iter().filter(|call| call.line > 0);
        known().find(|call| !call.library).or_else(|| known().next())
    }

    pub(crate) fn to_line(&self) -> String {
        json::text(Layout::Line, self)
    }
}

impl ObjectRecord {
    fn of(object: &ObjectStory) -> ObjectRecord {
        ObjectRecord {
            what: text::noun(object),
            allocated: calls(&object.allocated),
            freed: calls(&object.freed),
        }
    }
}

/// The most calls of a stack that are written down, from the innermost: deeper ones are of little use, and a stack
/// overflow has 100,000.
const MOST_CALLS: usize = 64;

fn calls(trace: &Trace) -> Vec<Call> {
    trace.iter().take(MOST_CALLS).map(call).collect()
}

fn call(location: &Location) -> Call {
    Call {
        function: location.function.to_string(),
        arguments: text::arguments(location),
        file: location.file.to_string(),
        line: location.line,
        column: location.column,
        library: location.library,
    }
}

/// The faults of a run directory, in the order in which they were found; none if it has no such file. The last line
/// of a run that was killed may be cut short: it is left out.
pub fn read(directory: &Path) -> Result<Vec<FaultRecord>, ReadError> {
    let lines =
        expected::read_lines(&directory.join(FILE_NAME), |line| serde_json::from_str(line).ok())?;
    Ok(lines.unwrap_or_default())
}
