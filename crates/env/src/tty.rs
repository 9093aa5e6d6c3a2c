//! The terminal that the standard streams may be.
//!
//! It has the settings of a new one. The program can change them and reads them back, but they have no other effect:
//! there is no keyboard, and output is what the program writes.

use std::cell::Cell;

use crate::descriptors::{Stream, Target};

/// Which of the standard streams are a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terminals {
    /// Standard input.
    pub input: bool,
    /// Standard output.
    pub output: bool,
    /// Standard error.
    pub error: bool,
}

/// The size of the kernel's `struct termios`.
pub(crate) const SETTINGS: usize = 36;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tty {
    streams: Terminals,
    pub settings: [u8; SETTINGS],
    /// Rows, columns, and both in pixels, which are zero.
    pub size: [u8; 8],
    /// Whether the program could see that a stream is one.
    seen: Cell<bool>,
}

impl Tty {
    pub fn new(streams: Terminals) -> Tty {
        Tty {
            streams,
            settings: usual_settings(),
            size: [24, 0, 80, 0, 0, 0, 0, 0],
            seen: Cell::default(),
        }
    }

    /// Whether an open file is the terminal.
    pub fn is(&self, target: Target) -> bool {
        let is = self.stands_for(target);
        self.seen.set(self.seen.get() || is);
        is
    }

    /// The same, if the program does not learn of it.
    pub fn stands_for(&self, target: Target) -> bool {
        match target {
            Target::Input => self.streams.input,
            Target::Output(Stream::Out) => self.streams.output,
            Target::Output(Stream::Err) => self.streams.error,
            _ => false,
        }
    }

    /// Whether there is one. The program sees it.
    pub fn look(&self) -> bool {
        self.seen.set(true);
        self.streams != Terminals::default()
    }

    pub fn seen(&self) -> bool {
        self.seen.get()
    }
}

/// Those of a terminal that was just opened: lines are edited and echoed, signals are keys.
fn usual_settings() -> [u8; SETTINGS] {
    let mut settings = [0; SETTINGS];
    for (at, flags) in [0x4500_u32, 0x5, 0xbf, 0x8a3b].into_iter().enumerate() {
        settings[4 * at..4 * at + 4].copy_from_slice(&flags.to_le_bytes());
    }
    let keys = [3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22];
    settings[17..17 + keys.len()].copy_from_slice(&keys);
    settings
}
