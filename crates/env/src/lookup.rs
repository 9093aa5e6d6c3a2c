//! Names of files that are symbolic: one path for each file that is there, one for all that are not.
//!
//! A name is compared with those in its directory, one after the other. What is none of them, and has no slash, is
//! a name of nothing, and need not be known any further unless a file is to be made under it. A name with a slash
//! is another name of what was compared already, or lies deeper: of those, one is followed, and the ledger says so.

use memory::{Need, Value};
use numeric::Bits;
use term::{Term, Terms};

use crate::bytes::Bytes;
use crate::call::{AT_FDCWD, Call, PATH_MAX};
use crate::errno::Errno;
use crate::reply::Stop;
use crate::tree::{Follow, NodeId, Want};

/// A name as far as it matters.
enum Name {
    /// These bytes.
    Is(Vec<u8>),
    /// None that is there. It is not empty, and has no slash.
    Absent,
}

impl Call<'_> {
    /// The path an argument points to, where only what is there matters. An empty one leads nowhere, whatever
    /// else is wrong.
    pub fn path(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let path = self.path_or_empty(index)?;
        if path.is_empty() { Err(Errno::NOENT.into()) } else { Ok(path) }
    }

    /// The same, for calls where an empty path may mean the descriptor beside it.
    pub fn path_or_empty(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let text = self.c_string(&self.pointer(index))?;
        match self.name(index, &text)? {
            Name::Is(path) => Ok(path),
            Name::Absent => Err(Errno::NOENT.into()),
        }
    }

    /// The path an argument points to, where something may be made under that name.
    pub fn new_path(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let path = self.new_path_or_empty(index)?;
        if path.is_empty() { Err(Errno::NOENT.into()) } else { Ok(path) }
    }

    /// The same, for calls that find something else wrong before they see that the path is empty.
    pub fn new_path_or_empty(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let text = self.c_string(&self.pointer(index))?;
        match self.name(index, &text)? {
            Name::Is(path) => Ok(path),
            Name::Absent => self.spelt(&text),
        }
    }

    /// A path argument that is the text of a symbolic link.
    pub fn link_text(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let text = self.c_string(&self.pointer(index))?;
        let target = self.spelt(&text)?;
        if target.is_empty() { Err(Errno::NOENT.into()) } else { checked(target) }
    }

    /// The bytes of a string up to the first that is certainly zero, which is left out.
    fn c_string(&self, at: &Value) -> Result<Bytes, Stop> {
        match self.memory.read_c_string(at, self.answers).map_err(Stop::from) {
            Ok(plain) => return Ok(plain.into()),
            Err(Stop::Needs(Need::Number(_))) => {}
            Err(stop) => return Err(stop),
        }
        let mut bytes = Bytes::default();
        loop {
            match self.byte(&self.shift(at, bytes.len() as u64)) {
                Ok(Ok(0)) => return Ok(bytes),
                Ok(Ok(number)) => bytes.push(number),
                Ok(Err(term)) => bytes.push_term(term),
                // The end of the object: one of the bytes before has to be the zero.
                Err(Stop::Fault(fault)) => {
                    let terms = self.memory.terms();
                    let zeros = bytes.terms().iter().map(|(_, byte)| is(terms, byte, 0));
                    let ends = zeros.reduce(|a, b| terms.or(&a, &b));
                    return match ends.map(|ends| self.decide(&ends)).transpose()? {
                        Some(true) => Ok(bytes),
                        Some(false) | None => Err(Stop::Fault(fault)),
                    };
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Whether a condition holds.
    pub fn decide(&self, condition: &Term) -> Result<bool, Stop> {
        match condition.as_const() {
            Some(known) => Ok(!known.is_zero()),
            None => match self.answers.settled(condition) {
                Some(answer) => Ok(answer != 0),
                None => Err(Stop::Asks(condition.clone())),
            },
        }
    }

    /// Which of the names that are there a text is.
    fn name(&mut self, index: usize, text: &Bytes) -> Result<Name, Stop> {
        if let Some(plain) = text.plain() {
            return checked(plain.to_vec()).map(Name::Is);
        }
        if self.decide(&ends_at(self.memory.terms(), text, 0))? {
            return Ok(Name::Is(Vec::new()));
        }
        // What is known at the front leads to a directory, or is the beginning of the only component.
        let known = text.terms()[0].0;
        let slash = text.numbers()[..known].iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
        let front = text.numbers()[..slash].to_vec();
        let base = self.base(index, &front)?;
        let user = self.kernel.user;
        let dir = match &front[..] {
            [] => base,
            front => self.kernel.tree_mut().find(base, front, Follow::Yes, user)?,
        };
        let mut names = self.kernel.tree_mut().names(dir)?;
        names.extend([&b"."[..], b"..", b"/"].map(<[u8]>::to_vec));
        for name in names {
            let path = [&front[..], &name].concat();
            if self.decide(&spells(self.memory.terms(), text, &path))? {
                return checked(path).map(Name::Is);
            }
        }
        let slashed = has_slash(self.memory.terms(), text, slash);
        if text.len() - slash > NAME_MAX || self.decide(&slashed)? {
            return checked(self.spelt(text)?).map(Name::Is);
        }
        user.may(Want::SEARCH, self.kernel.tree.node(dir))?;
        Ok(Name::Absent)
    }

    /// Where a relative path starts: the working directory, or the directory in the argument before.
    fn base(&self, index: usize, front: &[u8]) -> Result<NodeId, Errno> {
        let cwd = self.kernel.cwd;
        if front.starts_with(b"/") || !self.which.name().trim_end_matches('2').ends_with("at") {
            return Ok(cwd);
        }
        match index.checked_sub(1) {
            Some(before) if self.int(before) != AT_FDCWD => {
                self.kernel.directory_of(self.fd(before)?)
            }
            _ => Ok(cwd),
        }
    }

    /// The numbers of a text up to its first zero.
    fn spelt(&self, text: &Bytes) -> Result<Vec<u8>, Stop> {
        let mut path = Vec::new();
        for (at, &number) in text.numbers().iter().enumerate() {
            let byte = match text.term(at) {
                None => number,
                Some(term) => match self.answers.settled(term) {
                    Some(number) => number as u8,
                    None => return Err(Need::Number(term.clone()).into()),
                },
            };
            if byte == 0 {
                break;
            }
            path.push(byte);
        }
        Ok(path)
    }
}

/// The longest name, beyond which it would be an error of its own.
const NAME_MAX: usize = 255;

fn checked(path: Vec<u8>) -> Result<Vec<u8>, Stop> {
    if path.len() < PATH_MAX { Ok(path) } else { Err(Errno::NAMETOOLONG.into()) }
}

/// Whether a byte is this number.
fn is(terms: &Terms, byte: &Term, number: u8) -> Term {
    terms.eq(byte, &terms.number(Bits(8), u64::from(number)))
}

fn truth(terms: &Terms, holds: bool) -> Term {
    terms.number(Bits(1), u64::from(holds))
}

/// Whether the byte of a text at a position is this number; behind its end there is a zero.
fn has(terms: &Terms, text: &Bytes, at: usize, number: u8) -> Term {
    match text.term(at) {
        Some(term) => is(terms, term, number),
        None => truth(terms, text.numbers().get(at).copied().unwrap_or(0) == number),
    }
}

/// Whether the string ends at a position, if not before.
fn ends_at(terms: &Terms, text: &Bytes, at: usize) -> Term {
    has(terms, text, at, 0)
}

/// Whether a text is this string.
fn spells(terms: &Terms, text: &Bytes, string: &[u8]) -> Term {
    if string.len() > text.len() {
        return truth(terms, false);
    }
    let bytes = string.iter().enumerate().map(|(at, &byte)| has(terms, text, at, byte));
    bytes.fold(ends_at(terms, text, string.len()), |all, one| terms.and(&all, &one))
}

/// Whether there is a slash in a string, from a position on.
fn has_slash(terms: &Terms, text: &Bytes, from: usize) -> Term {
    (from..text.len()).rev().fold(truth(terms, false), |later, at| {
        let here = has(terms, text, at, b'/');
        let goes_on = terms.not(&ends_at(terms, text, at));
        terms.or(&here, &terms.and(&goes_on, &later))
    })
}
