//! Text in lines, safe to show.
//!
//! Names and messages come from the program and may hold anything: escape sequences of terminals, ends of
//! lines followed by words that look like ours, characters that turn the direction of text. Whatever goes to
//! the terminal or to a text file goes through [`Lines`], line by line: what is in a line stays in it, and all
//! that cannot be seen is shown escaped. JSON has escapes of its own.

use std::fmt::{self, Display, Write};

/// Lines of text. Invariant: no characters but printable ones, tabs, and the ends of the lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines(String);

impl Lines {
    /// No line yet.
    pub fn new() -> Lines {
        Lines::default()
    }

    /// One line.
    pub fn one(line: impl Display) -> Lines {
        let mut lines = Lines::new();
        lines.add(line);
        lines
    }

    /// Text that is in lines already, such as a dump of a module: every end of a line in it counts.
    pub fn of_text(text: &str) -> Lines {
        let mut lines = Lines::new();
        text.lines().for_each(|line| lines.add(line));
        lines
    }

    /// Adds a line; what would end it early is escaped.
    pub fn add(&mut self, line: impl Display) {
        // Writing to a string does not fail.
        let _ = write!(Escaping(&mut self.0), "{line}");
        self.0.push('\n');
    }

    /// Adds further lines.
    pub fn append(&mut self, more: &Lines) {
        self.0.push_str(&more.0);
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a character can be seen, and shows itself and nothing else. Control characters cannot, nor those
/// that only change how others are shown.
pub fn is_visible(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

/// Escapes what is written to the string.
struct Escaping<'a>(&'a mut String);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte)) {
            self.0.push_str(text);
            return Ok(());
        }
        for c in text.chars() {
            if c == '\t' || is_visible(c) {
                self.0.push(c);
            } else {
                self.0.extend(c.escape_debug());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_line_stays_in_it() {
        let mut lines = Lines::new();
        for text in [
            "a\nstrata: exhaustive",
            "\x1b[2J\x07\r\0",
            "\u{9b}31m \u{7f}",
            "\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{85}",
            "C:\\x 'quoted' \"twice\"\tnaïve 名前",
        ] {
            lines.add(text);
        }
        let expected = r#"a\nstrata: exhaustive
\u{1b}[2J\u{7}\r\0
\u{9b}31m \u{7f}
\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{85}
"#;
        let rest = "C:\\x 'quoted' \"twice\"\tnaïve 名前\n";
        assert_eq!(lines.as_str(), format!("{expected}{rest}"));
    }

    #[test]
    fn lines_of_text() {
        assert_eq!(Lines::of_text("a\nb\x1b\n").as_str(), "a\nb\\u{1b}\n");
    }
}
