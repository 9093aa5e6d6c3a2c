//! `tests.jsonl`: how the path of each test ended, so that a native run can be compared with it.
//!
//! One JSON object a line, in the order of the tests. Output may be any bytes; in the file each byte is
//! the character of the same number (U+0000 to U+00FF), so that text stays readable.

use std::fmt;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use engine::{PathEnd, Stream, Test};
use exec::Halt;
use serde_json::Value;

use crate::kind::{Class, Kind};
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
    /// Whether it depends on the numbers of addresses, or on memory that was never written, which are
    /// different natively.
    pub by_number: bool,
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
    /// We cut the path short.
    Cut,
}

impl Expected {
    /// What is known from a path that ended with a test.
    pub(crate) fn of(end: &PathEnd, kind: Option<Kind>, test: &Test) -> Expected {
        let output = |wanted: Stream| {
            let chunks = test.output.iter().filter(|(stream, _)| *stream == wanted);
            chunks.flat_map(|(_, bytes)| bytes).copied().collect()
        };
        Expected {
            test: format!("test{:06}.ktest", test.number),
            end: Ending::of(end, kind),
            stdout: output(Stream::Out),
            stderr: output(Stream::Err),
            by_number: test.by_number,
        }
    }

    /// Its line of the file, with the end of the line.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(160 + self.stdout.len() + self.stderr.len());
        push(&mut line, "{\"test\": ", self.test.as_bytes());
        match &self.end {
            Ending::Exit(status) => {
                let _ = write!(line, ", \"end\": \"exit\", \"status\": {status}");
            }
            Ending::Fault { kind, file, line: number } => {
                push(&mut line, ", \"end\": \"fault\", \"kind\": ", kind.as_bytes());
                push(&mut line, ", \"file\": ", file.as_bytes());
                let _ = write!(line, ", \"line\": {number}");
            }
            Ending::Cut => line.push_str(", \"end\": \"cut\""),
        }
        push(&mut line, ", \"stdout\": ", &self.stdout);
        push(&mut line, ", \"stderr\": ", &self.stderr);
        line.push_str(", \"by_number\": ");
        line.push_str(if self.by_number { "true}\n" } else { "false}\n" });
        line
    }

    fn parse(line: &str) -> Option<Expected> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| value.get(key).and_then(bytes);
        let string = |key: &str| text(key).and_then(|bytes| String::from_utf8(bytes).ok());
        let number = |key: &str| value.get(key).and_then(Value::as_i64);
        let end = match value.get("end")?.as_str()? {
            "exit" => Ending::Exit(number("status")?.try_into().ok()?),
            "fault" => Ending::Fault {
                kind: string("kind")?,
                file: string("file")?,
                line: number("line")?.try_into().ok()?,
            },
            "cut" => Ending::Cut,
            _ => return None,
        };
        Some(Expected {
            test: string("test")?,
            end,
            stdout: text("stdout")?,
            stderr: text("stderr")?,
            by_number: value.get("by_number")?.as_bool()?,
        })
    }
}

impl Ending {
    fn of(end: &PathEnd, kind: Option<Kind>) -> Ending {
        match (&end.halt, kind) {
            (Halt::Exit(status), _) => Ending::Exit(*status),
            (_, Some(kind)) if matches!(kind.class(), Class::ProgramError | Class::UserError) => {
                let place = text::summary_place(&end.trace);
                Ending::Fault {
                    kind: kind.name().into(),
                    file: place.map(|place| place.file.to_string()).unwrap_or_default(),
                    line: place.map_or(0, |place| place.line),
                }
            }
            _ => Ending::Cut,
        }
    }
}

/// Why the file cannot be used.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(PathBuf, std::io::Error),
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
    let path = directory.join(FILE_NAME);
    let text = match crate::file::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ReadError::Io(path, error)),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let lines = whole.lines().zip(1..);
    let parsed = lines.map(|(line, number)| Expected::parse(line).ok_or(number));
    parsed.collect::<Result<_, _>>().map(Some).map_err(|number| ReadError::Line(path, number))
}

/// Appends a key, as it stands before its value, and bytes as a JSON string of the characters of the same
/// numbers.
fn push(text: &mut String, key: &str, bytes: &[u8]) {
    text.push_str(key);
    text.push('"');
    for &byte in bytes {
        match byte {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b' '..=b'~' => text.push(byte.into()),
            _ => {
                let _ = write!(text, "\\u{byte:04x}");
            }
        }
    }
    text.push('"');
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    value.as_str()?.chars().map(|c| u8::try_from(c).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(end: Ending) -> Expected {
        let stdout = (0..=255).collect();
        let stderr = "naïve \"text\"\n".into();
        Expected { test: "test000001.ktest".into(), end, stdout, stderr, by_number: true }
    }

    #[test]
    fn both_ways() {
        let fault = Ending::Fault { kind: "abort".into(), file: "müll.c".into(), line: 7 };
        for end in [Ending::Exit(-3), fault, Ending::Cut] {
            let expected = expected(end);
            let line = expected.to_line();
            assert!(line.ends_with("}\n") && line.is_ascii(), "{line}");
            assert_eq!(Expected::parse(&line), Some(expected));
        }
    }

    #[test]
    fn a_line() {
        let end = Ending::Exit(1);
        let (stdout, stderr) = (b"a\nb\xff".to_vec(), Vec::new());
        let test = "test000002.ktest".to_owned();
        let line = Expected { test, end, stdout, stderr, by_number: false }.to_line();
        let text = r#"{"test": "test000002.ktest", "end": "exit", "status": 1, "stdout": "a\nb\u00ff", "stderr": "", "by_number": false}"#;
        assert_eq!(line.trim_end(), text);
    }

    #[test]
    fn not_ours() {
        for line in ["", "{}", "[1]", r#"{"test": "a", "end": "gone"}"#] {
            assert_eq!(Expected::parse(line), None, "{line}");
        }
    }
}
