//! `tests.jsonl`: how the path of each test ended, so that a native run can be compared with it.
//!
//! One JSON object a line, in the order of the tests. Output may be any bytes; in the file each byte is
//! the character of the same number (U+0000 to U+00FF), so that text stays readable.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::{PathEnd, Stream, Test};
use exec::{Difference, Differences, Halt};
use gap::{SystemGap, Unsupported};
use serde::{Deserialize, Serialize};

use crate::json::{self, Layout};
use crate::kind::{Kind, TerminationClass};
use crate::text;

/// The name of the file in a run directory.
pub const FILE_NAME: &str = "tests.jsonl";

/// What the program does on a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The name of the test's file, without directories.
    pub test: String,
    /// How its path ended.
    pub end: Ending,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// Why a native run may do something else.
    pub differences: Differences,
}

/// How a path ended, as far as a native run can do the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program ended by itself, with this status.
    Exit(i32),
    /// A fault.
    Fault {
        /// Its kind, as in `summary.json`.
        kind: String,
        /// Where; empty if unknown.
        file: String,
        /// The line, 0 if unknown.
        line: u32,
    },
    /// The program waits for something that cannot happen.
    Wait,
    /// We cut the path short.
    Cut,
}

impl Expected {
    /// What is known from a path that ended with a test. The output of a path that was cut short is compared with
    /// nothing, and may be that of an endless loop.
    pub(crate) fn of(end: &PathEnd, kind: Option<Kind>, test: &Test) -> Expected {
        let end = Ending::of(end, kind);
        let output = |wanted: Stream| {
            let is_wanted = |stream: Stream| stream == wanted && end != Ending::Cut;
            let chunks = test.output.iter().filter(|(stream, _)| is_wanted(*stream));
            chunks.flat_map(|(_, bytes)| bytes).copied().collect()
        };
        Expected {
            test: test_name(test.number),
            stdout: output(Stream::Out),
            stderr: output(Stream::Err),
            end,
            differences: test.differences,
        }
    }

    /// Its line of the file, with the end of the line.
    pub fn to_line(&self) -> String {
        let mut line = Line {
            test: self.test.clone(),
            end: End::Cut,
            status: None,
            kind: None,
            file: None,
            line: None,
            stdout: as_text(&self.stdout),
            stderr: as_text(&self.stderr),
            differs_natively: self.differences.iter().map(|one| name(one).to_owned()).collect(),
        };
        match &self.end {
            Ending::Exit(status) => (line.end, line.status) = (End::Exit, Some(*status)),
            Ending::Fault { kind, file, line: number } => {
                line.end = End::Fault;
                (line.kind, line.file) = (Some(kind.clone()), Some(file.clone()));
                line.line = Some(*number);
            }
            Ending::Wait => line.end = End::Wait,
            Ending::Cut => {}
        }
        json::text(Layout::Line, &line)
    }

    fn parse(line: &str) -> Option<Expected> {
        let line: Line = serde_json::from_str(line).ok()?;
        let end = match line.end {
            End::Exit => Ending::Exit(line.status?),
            End::Fault => Ending::Fault { kind: line.kind?, file: line.file?, line: line.line? },
            End::Wait => Ending::Wait,
            End::Cut => Ending::Cut,
        };
        let difference = |given: &String| Difference::ALL.into_iter().find(|d| name(*d) == given);
        Some(Expected {
            test: line.test,
            end,
            stdout: as_bytes(&line.stdout)?,
            stderr: as_bytes(&line.stderr)?,
            differences: line.differs_natively.iter().map(difference).collect::<Option<_>>()?,
        })
    }
}

/// The file of a test.
pub(crate) fn test_name(number: u32) -> String {
    format!("test{number:06}.ktest")
}

/// Drops the lines of all tests but these from a list, if there is one. Lines without a test stay.
pub(crate) fn keep(file: &Path, tests: &BTreeSet<u32>) -> io::Result<()> {
    let text = match fs::read(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let is_kept = |line: &&[u8]| -> bool {
        let Ok(line) = serde_json::from_slice::<serde_json::Value>(line) else { return false };
        let name = line["test"].as_str().unwrap_or_default();
        let number = name.strip_prefix("test").and_then(|name| name.strip_suffix(".ktest"));
        let number = number.and_then(|number| number.parse().ok());
        name.is_empty() || number.is_some_and(|number| tests.contains(&number))
    };
    let kept: Vec<u8> =
        text.split_inclusive(|byte| *byte == b'\n').filter(is_kept).flatten().copied().collect();
    if kept == text {
        return Ok(());
    }
    let new = file.with_extension("part");
    fs::write(&new, kept)?;
    fs::rename(new, file)
}

/// A line of the file. Fields are in the order in which they are written.
#[derive(Serialize, Deserialize)]
struct Line {
    test: String,
    end: End,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    stdout: String,
    stderr: String,
    differs_natively: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum End {
    Exit,
    Fault,
    Wait,
    Cut,
}

/// What a reason is called in the file.
const fn name(difference: Difference) -> &'static str {
    match difference {
        Difference::Addresses => "addresses",
        Difference::Unwritten => "unwritten",
        Difference::Intrinsic => "intrinsic",
        Difference::Processes => "processes",
        Difference::Refusal => "refusal",
        Difference::Terminal => "terminal",
        Difference::Files => "files",
    }
}

impl Ending {
    fn of(end: &PathEnd, kind: Option<Kind>) -> Ending {
        match (&end.halt, kind) {
            (Halt::Exit(status), _) => Ending::Exit(*status),
            (_, Some(kind))
                if matches!(
                    kind.class(),
                    TerminationClass::ProgramError | TerminationClass::UserError
                ) =>
            {
                let location = text::summary_location(&end.trace);
                Ending::Fault {
                    kind: kind.name().into(),
                    file: location.map(|location| location.file.to_string()).unwrap_or_default(),
                    line: location.map_or(0, |location| location.line),
                }
            }
            (Halt::Unsupported(Unsupported::System(_, gap)), _) if is_endless_wait(gap) => {
                Ending::Wait
            }
            _ => Ending::Cut,
        }
    }
}

/// Whether the program waits for something that cannot happen: a native run does not end either.
fn is_endless_wait(gap: &SystemGap) -> bool {
    matches!(
        gap,
        SystemGap::WaitsForReadiness
            | SystemGap::WaitsForSignal
            | SystemGap::WaitsForChild
            | SystemGap::WaitsForThread
            | SystemGap::WaitsForEmptyPipe
            | SystemGap::WaitsForFullPipe
    )
}

/// Why the file cannot be used.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(PathBuf, io::Error),
    /// A line, counted from 1, is not what we write.
    Line(PathBuf, usize),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            ReadError::Line(path, line) => {
                write!(f, "{}:{line}: not a line of strata's", path.display())
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Everything a run directory says about its tests; `None` if it has no such file. The last line of a run that
/// was killed may be cut short: its test then has none.
pub fn read(directory: &Path) -> Result<Option<Vec<Expected>>, ReadError> {
    read_lines(&directory.join(FILE_NAME), Expected::parse)
}

/// The lines of a file that grew while the run went on, parsed; `None` if there is no such file. What is behind the last
/// end of a line is left out.
pub(crate) fn read_lines<T>(
    path: &Path,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<Vec<T>>, ReadError> {
    let text = match crate::file::read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ReadError::Io(path.into(), error)),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let parsed = whole.lines().zip(1..).map(|(line, number)| parse(line).ok_or(number));
    parsed
        .collect::<Result<_, _>>()
        .map(Some)
        .map_err(|number| ReadError::Line(path.into(), number))
}

/// Bytes as the characters of the same numbers.
fn as_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn as_bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|c| u8::try_from(c).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(end: Ending, differences: Differences) -> Expected {
        let stdout = (0..=255).collect();
        let stderr = "naïve \"text\"\n".into();
        Expected { test: "test000001.ktest".into(), end, stdout, stderr, differences }
    }

    #[test]
    fn both_ways() {
        let fault = Ending::Fault { kind: "abort".into(), file: "müll.c".into(), line: 7 };
        for end in [Ending::Exit(-3), fault, Ending::Wait, Ending::Cut] {
            let expected = expected(end, Differences::NONE);
            let line = expected.to_line();
            assert!(line.ends_with("}\n") && line.is_ascii(), "{line}");
            assert_eq!(Expected::parse(&line), Some(expected));
        }
    }

    /// Every set of reasons survives.
    #[test]
    fn differences_both_ways() {
        for bits in 0..1 << Difference::ALL.len() {
            let held = |(n, difference)| (bits >> n & 1 == 1).then_some(difference);
            let set: Differences = (0..).zip(Difference::ALL).filter_map(held).collect();
            let expected = expected(Ending::Exit(0), set);
            let read = Expected::parse(&expected.to_line()).expect("a line of ours");
            assert_eq!(read.differences, set);
        }
        let strange =
            expected(Ending::Cut, Differences::NONE).to_line().replace("[]", r#"["moon"]"#);
        assert_eq!(Expected::parse(&strange), None);
    }

    #[test]
    fn a_line() {
        let end = Ending::Exit(1);
        let (stdout, stderr) = (b"a\nb\xff".to_vec(), Vec::new());
        let test = "test000002.ktest".to_owned();
        let differences = [Difference::Unwritten, Difference::Addresses].into_iter().collect();
        let line = Expected { test, end, stdout, stderr, differences }.to_line();
        let text = r#"{"test": "test000002.ktest", "end": "exit", "status": 1, "stdout": "a\nb\u00ff", "stderr": "", "differs_natively": ["addresses", "unwritten"]}"#;
        assert_eq!(line.trim_end(), text);
    }

    #[test]
    fn not_ours() {
        for line in ["", "{}", "[1]", r#"{"test": "a", "end": "gone"}"#] {
            assert_eq!(Expected::parse(line), None, "{line}");
        }
    }
}
