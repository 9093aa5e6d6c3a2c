//! What people see while a run goes on: the program's output, messages, and a line of figures.
//!
//! On a terminal the line is the last and is updated in place; everything else is printed above it. If
//! standard error is not a terminal, a plain line is printed now and then. No text is made here, and a run of
//! one path has no line: the program has the terminal to itself.

use std::io::{self, IsTerminal, Stderr, Stdout, Write};

use engine::{Figures, Stream};
use report::Lines;
use report::terminal::ProgressLine;

/// Seconds between plain lines.
const INTERVAL: f64 = 10.0;

/// Goes to the start of the line and erases it.
const ERASE: &str = "\r\x1b[K";
/// Makes what is too long for a line end at the margin, and go on below again.
const CUT: &str = "\x1b[?7l";
const WRAP: &str = "\x1b[?7h";

/// How figures are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Updating,
    Lines,
}

/// The two streams, and what stands on them. What cannot be written is lost: there is no reader.
pub struct Screen<O, E> {
    out: O,
    err: E,
    style: Style,
    progress: ProgressLine,
    /// Whether the line of figures stands on the terminal.
    shown: bool,
    /// Whether the program left a line unfinished, which must not be erased.
    unfinished: bool,
    /// When the next plain line is due.
    due: f64,
}

impl Screen<Stdout, Stderr> {
    /// Our own streams.
    pub fn new() -> Screen<Stdout, Stderr> {
        let style = if io::stderr().is_terminal() { Style::Updating } else { Style::Lines };
        Screen::on(io::stdout(), io::stderr(), style)
    }
}

impl<O: Write, E: Write> Screen<O, E> {
    fn on(out: O, err: E, style: Style) -> Screen<O, E> {
        let progress = ProgressLine::default();
        Screen { out, err, style, progress, shown: false, unfinished: false, due: INTERVAL }
    }

    /// What the program writes.
    pub fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.clear();
        let _ = match stream {
            Stream::Out => self.out.write_all(bytes),
            Stream::Err => self.err.write_all(bytes),
        };
        if let Some(last) = bytes.last() {
            self.unfinished = *last != b'\n';
        }
    }

    /// Messages of our own.
    pub fn message(&mut self, text: &Lines) {
        self.clear();
        // The program's earlier output comes first.
        let _ = self.out.flush();
        if self.unfinished && self.style == Style::Updating {
            let _ = self.err.write_all(b"\n");
        }
        self.unfinished = false;
        let _ = self.err.write_all(text.as_str().as_bytes());
    }

    /// New figures.
    pub fn figures(&mut self, figures: &Figures) {
        let paths = figures.completed + figures.faulted + figures.partial;
        if paths + figures.states < 2 {
            return;
        }
        match self.style {
            Style::Updating if !self.unfinished => {
                let _ = self.out.flush();
                let line = self.progress.line(figures);
                let _ = write!(self.err, "{ERASE}{CUT}strata: {line}{WRAP}");
                self.shown = true;
            }
            Style::Lines if figures.wall_s >= self.due => {
                let line = self.progress.line(figures);
                let _ = writeln!(self.err, "strata: {line}");
                self.due = figures.wall_s + INTERVAL;
            }
            Style::Updating | Style::Lines => {}
        }
        let _ = self.err.flush();
    }

    /// Removes the line of figures, and flushes all output.
    pub fn finish(&mut self) {
        self.clear();
        let _ = self.out.flush();
        let _ = self.err.flush();
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(self.err, "{ERASE}");
            let _ = self.err.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(paths: u64, wall_s: f64) -> Figures {
        Figures { completed: paths, states: 1, wall_s, ..Figures::default() }
    }

    fn screen(style: Style) -> Screen<Vec<u8>, Vec<u8>> {
        Screen::on(Vec::new(), Vec::new(), style)
    }

    fn err(screen: &Screen<Vec<u8>, Vec<u8>>) -> &str {
        str::from_utf8(&screen.err).expect("text")
    }

    #[test]
    fn the_line_is_erased_before_anything_else() {
        let mut screen = screen(Style::Updating);
        screen.figures(&figures(3, 0.5));
        assert!(err(&screen).starts_with("\r\x1b[K\x1b[?7lstrata: paths 3 "), "{}", err(&screen));
        let before = screen.err.len();
        screen.message(&Lines::one("strata: ERROR"));
        assert_eq!(&err(&screen)[before..], "\r\x1b[Kstrata: ERROR\n");
        screen.finish();
        assert!(err(&screen).ends_with("ERROR\n"));
    }

    #[test]
    fn unfinished_lines_of_the_program_stay() {
        let mut screen = screen(Style::Updating);
        screen.output(Stream::Out, b"name? ");
        screen.figures(&figures(3, 0.5));
        assert_eq!(err(&screen), "");
        screen.output(Stream::Out, b"x\n");
        screen.figures(&figures(3, 0.7));
        assert!(err(&screen).contains("paths 3"));
        screen.output(Stream::Err, b"oh");
        screen.message(&Lines::one("strata: ERROR"));
        assert!(err(&screen).ends_with("\r\x1b[Koh\nstrata: ERROR\n"), "{}", err(&screen));
        assert_eq!(screen.out, b"name? x\n");
    }

    #[test]
    fn one_path_has_the_terminal_to_itself() {
        for style in [Style::Updating, Style::Lines] {
            let mut screen = screen(style);
            screen.figures(&figures(0, 60.0));
            screen.output(Stream::Err, b"hello");
            screen.finish();
            assert_eq!(err(&screen), "hello");
        }
    }

    #[test]
    fn plain_lines_are_few() {
        let mut screen = screen(Style::Lines);
        for quarter in 0..100 {
            screen.figures(&figures(5, f64::from(quarter) / 4.0));
        }
        assert_eq!(err(&screen).lines().count(), 2);
        assert!(!err(&screen).contains('\x1b'));
    }
}
