//! Names of files that are symbolic: one path for each file that is there, one for all that are not.
//!
//! [`Resolved`] says where a text can lead; which of these it is, is one question. A name that something is made
//! under stays symbolic, and is compared with later ones.

use std::rc::Rc;

use memory::{Answers, Need, Value};
use term::Term;

use crate::bytes::Bytes;
use crate::call::{AT_FDCWD, Call, PATH_MAX};
use crate::errno::Errno;
use crate::reply::Stop;
use crate::resolve::{Empty, Purpose, Resolved};
use crate::text::{Text, any, is_false};
use crate::tree::{Body, Last, MAX_LINKS, NodeId, Path};

impl Call<'_> {
    /// The path an argument points to, where only the file that it leads to matters.
    pub fn path(&mut self, index: usize) -> Result<Path, Stop> {
        self.path_for(index, (Purpose::Find, Empty::Fails))
    }

    /// The same, for calls where an empty path may mean the descriptor beside it.
    pub fn path_or_empty(&mut self, index: usize) -> Result<Path, Stop> {
        self.path_for(index, (Purpose::Find, Empty::Taken))
    }

    /// The path an argument points to, where the name is taken away.
    pub fn old_path(&mut self, index: usize) -> Result<Path, Stop> {
        self.path_for(index, (Purpose::Name, Empty::Fails))
    }

    /// The path an argument points to, where the name is given to another.
    pub fn moved_path(&mut self, index: usize) -> Result<Path, Stop> {
        self.path_for(index, (Purpose::Move, Empty::Fails))
    }

    /// The path an argument points to, where something may be made under that name.
    pub fn new_path(&mut self, index: usize) -> Result<Path, Stop> {
        self.path_for(index, (Purpose::Make, Empty::Fails))
    }

    /// The same, for calls that find something else wrong before they see that the path is empty.
    pub fn new_path_or_empty(&mut self, index: usize) -> Result<Path, Stop> {
        self.path_for(index, (Purpose::Make, Empty::Taken))
    }

    /// A path argument that is the text of a symbolic link.
    pub fn link_text(&mut self, index: usize) -> Result<Vec<u8>, Stop> {
        let text = self.c_string(&self.pointer(index))?;
        let target = self.spelt(&text)?;
        match target.len() {
            0 => Err(Errno::NOENT.into()),
            PATH_MAX.. => Err(Errno::NAMETOOLONG.into()),
            _ => Ok(target),
        }
    }

    /// An argument that must point to a string, whatever it says.
    pub fn any_string(&mut self, index: usize) -> Result<(), Stop> {
        self.c_string(&self.pointer(index)).map(drop)
    }

    /// A name without the zeros behind its end.
    pub fn cut_name(&self, name: &Bytes) -> Result<Bytes, Stop> {
        if name.plain().is_some() {
            return Ok(name.clone());
        }
        let terms = self.memory.terms();
        let text = Text { bytes: name, terms };
        let mut inside = terms.truth(true);
        let mut lengths: Vec<(usize, Term)> = Vec::new();
        for len in 1..=name.len() {
            inside = terms.and(&inside, &terms.not(&text.ends(len - 1)));
            lengths.push((len, terms.and(&inside, &text.ends(len))));
        }
        Ok(name.slice(0..*self.choose(&lengths)?))
    }

    /// The bytes of a string up to the first that is certainly zero, which is left out. No more are read than a path
    /// may have.
    fn c_string(&mut self, at: &Value) -> Result<Bytes, Stop> {
        match self.memory.read_c_string(at, self.answers).map_err(Stop::from) {
            Ok(plain) => return Ok(self.memory.undefined_mut().take(plain).into()),
            Err(Stop::Needs(Need::Number(_))) => {}
            Err(stop) => return Err(stop),
        }
        let mut bytes = Bytes::default();
        while bytes.len() < PATH_MAX {
            let next = self.shift(at, bytes.len() as u64);
            // What was never written does not count behind the end, which the path may know.
            if self.is_first_unwritten(&bytes, &next) && self.ends_within(&bytes)? {
                return Ok(bytes);
            }
            match self.byte(&next) {
                Ok(Ok(0)) => return Ok(bytes),
                Ok(Ok(number)) => bytes.push(number),
                Ok(Err(term)) => bytes.push_term(term),
                // The end of the object: one of the bytes before has to be the zero.
                Err(Stop::Fault(fault)) => {
                    return match self.ends_within(&bytes)? {
                        true => Ok(bytes),
                        false => Err(Stop::Fault(fault)),
                    };
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(bytes)
    }

    /// Whether a byte was never written, and those of a string before it were.
    fn is_first_unwritten(&mut self, before: &Bytes, at: &Value) -> bool {
        let Ok(byte) = self.memory.load(at, 1) else { return false };
        let is_unwritten = match self.answers.number(self.memory, &byte) {
            Ok(number) => number.zeros,
            Err(Need::Number(term)) => term.has_undefined(),
            Err(_) => false,
        };
        is_unwritten && !before.terms().iter().any(|(_, term)| term.has_undefined())
    }

    /// Whether one of the bytes of a string is the zero that ends it.
    fn ends_within(&self, bytes: &Bytes) -> Result<bool, Stop> {
        self.decide(&has_zero(&Text { bytes, terms: self.memory.terms() }, bytes.len()))
    }

    /// Whether a condition holds.
    pub fn decide(&self, condition: &Term) -> Result<bool, Stop> {
        decide(self.answers, condition)
    }

    /// That of several things whose condition holds; exactly one does.
    fn choose<'t, T>(&self, among: &'t [(T, Term)]) -> Result<&'t T, Stop> {
        let mut possible = among.iter().filter(|(_, condition)| !is_false(condition));
        let holds = |(_, condition): &&(T, Term)| self.answers.settled(condition) == Some(1);
        match (among.iter().find(holds), possible.clone().nth(1)) {
            (Some((known, _)), _) => Ok(known),
            (None, Some(_)) => Err(Stop::Which(possible.map(|(_, c)| c.clone()).collect())),
            (None, None) => Ok(&possible.next().expect("one of them holds").0),
        }
    }

    fn path_for(&mut self, index: usize, wanted: (Purpose, Empty)) -> Result<Path, Stop> {
        let mut text = self.c_string(&self.pointer(index))?;
        match text.plain() {
            // It leads nowhere, whatever else is wrong.
            Some([]) if wanted.1 == Empty::Fails => return Err(Errno::NOENT.into()),
            Some(plain) if plain.len() >= PATH_MAX => return Err(Errno::NAMETOOLONG.into()),
            Some(plain) if !self.kernel.tree.has_symbolic_names() => {
                return Ok(Path::Plain(plain.to_vec()));
            }
            _ => {}
        }
        if text.len() >= PATH_MAX {
            let whole = Text { bytes: &text, terms: self.memory.terms() };
            if !self.decide(&has_zero(&whole, PATH_MAX))? {
                return Err(Errno::NAMETOOLONG.into());
            }
            text.resize(PATH_MAX - 1);
        }
        let start = self.base(index);
        self.resolved(&text, start, wanted, 0)
    }

    /// Where a text leads from a directory.
    fn resolved(
        &mut self,
        text: &Bytes,
        start: Result<NodeId, Errno>,
        wanted: (Purpose, Empty),
        links: u32,
    ) -> Result<Path, Stop> {
        let ends = self.ends_of(text, start, wanted);
        let path = match self.choose(&ends.paths)? {
            Some(path) => path.clone(),
            // One of these texts is followed, and the ledger says so.
            None => {
                let plain = self.spelt(text)?;
                match self.kernel.tree.has_symbolic_names() {
                    true => return self.resolved(&plain.into(), start, wanted, links),
                    false => Path::Plain(plain),
                }
            }
        };
        match path {
            // These purposes do not follow a link at the end of the path.
            Path::Last(last)
                if self.kernel.tree.has_symbolic_names()
                    && matches!(wanted.0, Purpose::Find | Purpose::Make) =>
            {
                self.with_target(last, wanted, links)
            }
            other => Ok(other),
        }
    }

    /// Where a text can lead. That is found out once, however often the call is made again.
    fn ends_of(
        &mut self,
        text: &Bytes,
        start: Result<NodeId, Errno>,
        wanted: (Purpose, Empty),
    ) -> Rc<Resolved> {
        let known = self.kernel.resolved.iter().find(|known| known.is_of(text, start, wanted));
        if let Some(known) = known {
            return Rc::clone(known);
        }
        let (user, bytes) = (self.kernel.user, Text { bytes: text, terms: self.memory.terms() });
        let tree = Rc::make_mut(&mut self.kernel.tree);
        let found = Rc::new(Resolved::new(tree, bytes, start, wanted, user));
        self.kernel.resolved.push(Rc::clone(&found));
        found
    }

    /// The same path with where it leads on, if it is that of a symbolic link.
    fn with_target(
        &mut self,
        last: Last,
        wanted: (Purpose, Empty),
        links: u32,
    ) -> Result<Path, Stop> {
        let user = self.kernel.user;
        let path = Path::Last(last.clone());
        let tree = self.kernel.tree_mut();
        let node = tree.last_node(&last, user)?;
        let Some(Body::Link(target)) = node.map(|id| &tree.node(id).body) else {
            return Ok(path);
        };
        let target = match links < MAX_LINKS {
            true => {
                let text = Bytes::from(&target[..]);
                self.resolved(&text, Ok(last.dir), wanted, links + 1)?
            }
            false => Path::Fails(Errno::LOOP),
        };
        Ok(Path::Last(Last { target: Some(Box::new(target)), ..last }))
    }

    /// Where a relative path starts: the working directory, or the directory in the argument before, if that is
    /// not a path itself.
    fn base(&self, index: usize) -> Result<NodeId, Errno> {
        match index.checked_sub(1) {
            Some(before) if !self.which.takes_pointer(before) && self.int(before) != AT_FDCWD => {
                self.kernel.directory_of(self.fd(before)?)
            }
            _ => Ok(self.kernel.cwd),
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

/// Whether a condition holds, as far as answers say.
pub(crate) fn decide(answers: &Answers, condition: &Term) -> Result<bool, Stop> {
    match condition.as_const() {
        Some(known) => Ok(!known.is_zero()),
        None => match answers.settled(condition) {
            Some(answer) => Ok(answer != 0),
            None => Err(Stop::Asks(condition.clone())),
        },
    }
}

/// Whether one of the first bytes of a string is the zero that ends it.
fn has_zero(text: &Text<'_>, len: usize) -> Term {
    let zeros: Vec<Term> = (0..len).map(|at| text.ends(at)).collect();
    any(text.terms, &zeros)
}
