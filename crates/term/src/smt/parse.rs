//! Parsing of SMT-LIB 2: scripts of bit-vectors, arrays and floats become commands on our terms.
//!
//! [`Parser`] reads a script command by command; declarations, definitions and scopes are its own, and
//! everything a solver has to do comes out as a [`Command`]. Covered are the theories Core,
//! FixedSizeBitVectors, ArraysEx and FloatingPoint with the common extensions of solvers (the tables of
//! operators in `core`, `vector`, `array`, `float`). A function with parameters is expanded where it is
//! applied. An array of any shape with indices of up to 64 bits becomes arrays of bytes (see `array`), a
//! float its bits.
//!
//! Refused, by name and with line and column: quantifiers, functions that are declared and not defined, data types,
//! integers and reals (except constants that become floats), floats of other formats than ours, and equalities of
//! arrays that no finite number of reads decides. An asserted equality that gives a declared array its value before
//! anything mentions the array is treated as its definition.
//!
//! Nothing here recurses on the depth of a script.

mod array;
mod command;
mod core;
mod float;
mod lex;
mod names;
mod open;
mod real;
mod reduce;
mod script;
mod show;
mod sort;
mod sorted_term;
mod vector;

pub use array::Array;
pub use command::Command;
pub use real::Real;
pub use show::quoted;
pub use sort::{Element, Sort};
pub use sorted_term::SortedTerm;

use crate::{Term, Terms};
use lex::{At, Lexer};
use names::Names;
use open::Open;
use script::Code;
use sorted_term::Operator;
use std::collections::HashMap;
use std::fmt;

/// Why a script is refused, and where. Lines and columns count from one, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

/// An error whose line is not known yet.
#[derive(Debug)]
struct Refusal {
    at: At,
    message: String,
}

impl Refusal {
    fn new(at: At, message: impl Into<String>) -> Refusal {
        Refusal { at, message: message.into() }
    }

    fn located(self, text: &str) -> Error {
        let at = self.at as usize;
        let before = &text.as_bytes()[..at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        // Bytes that continue a character begin with 10.
        let column = before[start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
        Error { line, column, message: self.message }
    }
}

/// Reads a script.
pub struct Parser<'a> {
    terms: Terms,
    text: &'a str,
    lexer: Lexer<'a>,
    names: Names<'a>,
    open: Open,
    operators: HashMap<&'static str, &'static Operator>,
    /// How many items the expansion of functions has evaluated.
    steps: u64,
    /// Whether an error or `exit` has ended the script.
    ended: bool,
}

impl<'a> Parser<'a> {
    /// A parser that makes terms in this store.
    pub fn new(terms: &Terms, text: &'a str) -> Parser<'a> {
        let tables = [core::OPERATORS, vector::OPERATORS, array::OPERATORS, float::OPERATORS];
        let rows = tables.into_iter().flatten();
        Parser {
            terms: terms.clone(),
            text,
            lexer: Lexer::new(text),
            names: Names::default(),
            open: Open::default(),
            operators: rows.map(|operator| (operator.name, operator)).collect(),
            steps: 0,
            ended: false,
        }
    }

    /// The next command; `None` after the last one, an `exit` or an error.
    pub fn command(&mut self) -> Option<Result<Command<'a>, Error>> {
        if self.ended {
            return None;
        }
        let command = self.read_command();
        self.ended = matches!(&command, Ok(None | Some(Command::Exit)) | Err(_));
        command.map_err(|refusal| refusal.located(self.text)).transpose()
    }

    fn read_command(&mut self) -> Result<Option<Command<'a>>, Refusal> {
        if At::try_from(self.text.len()).is_err() {
            return Err(Refusal::new(0, "a script of 4 GiB or more is not supported"));
        }
        match self.lexer.command()? {
            Some(items) => self.run(&Code::new(items)).map(Some),
            None => Ok(None),
        }
    }

    /// The declared constants with what they stand for, in order.
    pub fn declared(&self) -> impl Iterator<Item = (&'a str, &SortedTerm)> + '_ {
        self.names.declared()
    }
}

/// The terms that a script asserts up to its end, whatever it asks in between.
pub fn assertions(terms: &Terms, text: &str) -> Result<Vec<Term>, Error> {
    let mut parser = Parser::new(terms, text);
    let mut all = Vec::new();
    let mut levels = Vec::new();
    while let Some(command) = parser.command() {
        match command? {
            Command::Assert(term) => all.push(term),
            Command::Push(count) => levels.extend((0..count).map(|_| all.len())),
            Command::Pop(count) => {
                for _ in 0..count {
                    all.truncate(levels.pop().unwrap_or(0));
                }
            }
            Command::Reset | Command::ResetAssertions => {
                all.clear();
                levels.clear();
            }
            _ => {}
        }
    }
    Ok(all)
}

/// The body of a fuzzer: whatever the bytes are, the parser returns something and does not panic.
pub fn fuzz(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let terms = Terms::new();
    let mut parser = Parser::new(&terms, &text);
    let model = crate::Model::new();
    while let Some(command) = parser.command() {
        match command {
            Ok(Command::Assert(term)) => {
                let _ = model.satisfies(&term);
            }
            Ok(Command::GetValue(values)) => {
                for (_, value) in values {
                    let _ = value.show(&terms, &model);
                }
            }
            Ok(Command::GetModel) => {
                for (_, value) in parser.declared() {
                    let _ = value.show(&terms, &model);
                }
            }
            Ok(_) => {}
            Err(error) => {
                let _ = error.to_string();
            }
        }
    }
}
