//! JSON as we lay it out: with a space after each comma and colon, and safe to show on a terminal.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::lines::is_visible;

/// How a value is laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// On one line, in ASCII.
    Line,
    /// Each entry of the outermost object on a line of its own, and each row of a list in it. What can be
    /// seen is shown as it is.
    Page,
}

/// A value as text, with the end of the line.
pub(crate) fn text(layout: Layout, value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let writer = Writer { layout, depth: 0 };
    let done = value.serialize(&mut Serializer::with_formatter(&mut bytes, writer));
    done.expect("keys are text, and memory takes all that is written");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is text")
}

struct Writer {
    layout: Layout,
    /// Objects and lists around what is written.
    depth: usize,
}

/// Deeper than this all is on one line.
const LINES: usize = 2;

impl Writer {
    /// What goes in front of an entry: a comma unless it is the first, and where it starts.
    fn separate(&self, to: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        let lines = self.layout == Layout::Page && self.depth <= LINES;
        let comma: &[u8] = if first { b"" } else { b"," };
        to.write_all(comma)?;
        match (lines, self.depth, first) {
            // The first of all is on the line of the brace.
            (true, 1, true) | (false, _, true) => Ok(()),
            (true, depth, _) => to.write_all(&b"\n  "[..=depth]),
            (false, _, false) => to.write_all(b" "),
        }
    }

    fn is_shown(&self, c: char) -> bool {
        match self.layout {
            Layout::Line => (' '..='~').contains(&c),
            Layout::Page => is_visible(c),
        }
    }
}

impl Formatter for Writer {
    fn begin_object<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        // Objects in the outermost one are on one line, unlike the rows of its lists.
        self.depth += if self.depth == 0 { 1 } else { LINES };
        to.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth -= if self.depth == 1 { 1 } else { LINES };
        to.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.separate(to, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        to.write_all(b": ")
    }

    fn begin_array<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth += 1;
        to.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth -= 1;
        to.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.separate(to, first)
    }

    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        to: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|c| !self.is_shown(c)) {
            let hidden = rest[at..].chars().next().unwrap_or_default();
            to.write_all(&rest.as_bytes()[..at])?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(to, "\\u{unit:04x}")?;
            }
            rest = &rest[at + hidden.len_utf8()..];
        }
        to.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts() {
        let value = serde_json::json!({
            "a": [],
            "b": [{"x": 1, "y": [1, 2]}, {}],
            "c": {"d": "naïve \"\\\n\t\u{1b}\u{7f}\u{202e}\u{1f600}", "e": null},
        });
        let page = concat!(
            "{\"a\": [],\n",
            " \"b\": [\n  {\"x\": 1, \"y\": [1, 2]},\n  {}],\n",
            " \"c\": {\"d\": \"naïve \\\"\\\\\\n\\t\\u001b\\u007f\\u202e😀\", \"e\": null}}\n",
        );
        assert_eq!(text(Layout::Page, &value), page);
        let line = concat!(
            r#"{"a": [], "b": [{"x": 1, "y": [1, 2]}, {}], "#,
            r#""c": {"d": "na\u00efve \"\\\n\t\u001b\u007f\u202e\ud83d\ude00", "e": null}}"#,
            "\n",
        );
        assert_eq!(text(Layout::Line, &value), line);
        for text in [page, line] {
            assert_eq!(serde_json::from_str::<serde_json::Value>(text).expect("JSON"), value);
        }
    }
}
