//! Messages of a path to the user. A state collects notes; the engine takes them after each burst, before the path
//! changes.

use term::Term;

/// A message.
#[derive(Clone, PartialEq, Debug)]
pub enum Note {
    /// A warning.
    Warning(String),
    /// A warning that is given once in a run.
    WarningOnce(String),
    /// Lines the program asked for.
    Lines(Vec<String>),
    /// The values a term can have.
    Range {
        /// What the program calls it.
        name: String,
        /// The term, of up to 64 bits, as a signed number.
        term: Term,
    },
}
