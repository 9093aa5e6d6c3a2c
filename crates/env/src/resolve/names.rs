//! Names that a symbolic text is compared with.

use std::rc::Rc;

use term::{Term, Terms};

use crate::bytes::Bytes;
use crate::errno::Errno;
use crate::text::Text;
use crate::tree::{NAME_MAX, NodeId, Tree};

/// The names in a directory, as far as they matter.
pub(super) struct Names {
    /// `.` and `..` first.
    pub list: Rc<Vec<(Bytes, NodeId)>>,
    /// Whether these are all that can be seen.
    pub whole: bool,
}

impl Names {
    pub fn new(dir: NodeId, parent: NodeId) -> Names {
        let dots = vec![(b"."[..].into(), dir), (b".."[..].into(), parent)];
        Names { list: Rc::new(dots), whole: false }
    }

    /// Adds one that is plain, and those that may be the same though they are symbolic.
    pub fn add(&mut self, tree: &mut Tree, dir: NodeId, name: &[u8]) -> Result<(), Errno> {
        if self.whole || self.list.iter().any(|(known, _)| known.plain() == Some(name)) {
            return Ok(());
        }
        let list = Rc::make_mut(&mut self.list);
        if list.len() == 2 {
            list.extend(tree.node(dir).directory()?.symbolic.iter().cloned());
        }
        // One that is longer than any name is refused for that.
        if name.len() <= NAME_MAX {
            match tree.lookup(dir, name)? {
                Some(id) => list.push((name.into(), id)),
                None => tree.note_hidden(dir, name, &[]),
            }
        }
        Ok(())
    }

    /// Adds all that can be seen.
    pub fn add_all(&mut self, all: Vec<(Bytes, NodeId)>) {
        let list = Rc::make_mut(&mut self.list);
        let known = list.len();
        for (name, id) in all {
            if list[..known].iter().all(|(other, _)| *other != name) {
                list.push((name, id));
            }
        }
        self.whole = true;
    }
}

/// The component that begins at a position, if it and its end are plain.
pub(super) fn plain_component(text: &Bytes, at: usize) -> Option<&[u8]> {
    let rest = &text.numbers()[at..];
    let symbolic = text.terms().iter().find(|(i, _)| *i >= at).map_or(text.len(), |(i, _)| *i);
    let len = rest.iter().enumerate().position(|(i, &b)| b == b'/' && at + i < symbolic);
    match len {
        Some(len) => Some(&rest[..len]),
        None if symbolic == text.len() => Some(rest),
        None => None,
    }
}

/// The numbers of bytes that a name can have.
pub(super) fn lengths(name: &Bytes) -> std::ops::RangeInclusive<usize> {
    if name.plain().is_some() { name.len()..=name.len() } else { 1..=name.len() }
}

/// Whether a name has this many bytes, of those that it can have.
pub(super) fn ends_at(terms: &Terms, name: &Bytes, len: usize) -> Term {
    if name.plain().is_some() {
        return terms.truth(true);
    }
    let name = Text { bytes: name, terms };
    terms.and(&name.ends(len), &terms.not(&name.ends(len - 1)))
}
