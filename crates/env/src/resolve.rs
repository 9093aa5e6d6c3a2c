//! Where a path can lead whose bytes are symbolic, or that has to be compared with names that are.
//!
//! All spellings are followed at once. For each position in the text where a component can begin, and each directory
//! that the text before it can lead to, there is a condition; from there, each name in that directory leads to
//! another position and directory, or to the end. So the text is gone through once, however many slashes it may have
//! and wherever they are, and what comes out is a condition for each different end: as many paths as there are
//! files that the text can mean, and one for each way to fail.

mod names;

use std::collections::BTreeMap;
use std::rc::Rc;

use term::{Term, Terms};

use crate::bytes::Bytes;
use crate::errno::Errno;
use crate::text::{Text, any, byte, is_false};
use crate::tree::{Body, Last, MAX_LINKS, NAME_MAX, NodeId, Path, PathEnd, ROOT, Tree, User, Want};
use names::{Names, ends_at, lengths, plain_component};

/// What a call does with the end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It uses the file, under whatever name.
    Find,
    /// It takes the name away.
    Name,
    /// The same, but finds other things wrong before it sees that nothing has the name.
    Move,
    /// It makes something where there is nothing.
    Make,
}

/// What an empty path is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Empty {
    /// One that leads nowhere.
    Fails,
    /// For the call to judge.
    Taken,
}

/// A text is followed from at most this many pairs of a position and a directory,
const MAX_WAYS: usize = 256;
/// compared this often with a name,
const MAX_COMPARISONS: usize = 1 << 18;
/// and with this many names outside of the directory that it starts from: a path for each time zone is of no use.
const MAX_ELSEWHERE: usize = 256;

/// Where a text can lead.
#[derive(Debug)]
pub(crate) struct Resolved {
    text: Bytes,
    start: Result<NodeId, Errno>,
    wanted: (Purpose, Empty),
    /// The paths that it can be, each with its condition: exactly one of them holds. None for those that were not
    /// followed to their end, because a directory cannot be listed or they are too many.
    pub paths: Vec<(Option<Path>, Term)>,
}

impl Resolved {
    /// Where a text can lead from a directory.
    pub fn new(
        tree: &mut Tree,
        text: Text<'_>,
        start: Result<NodeId, Errno>,
        wanted: (Purpose, Empty),
        user: User,
    ) -> Resolved {
        let bytes = text.bytes.clone();
        let mut resolver = Resolver::new(text, tree, user, start, wanted);
        resolver.follow(0);
        let ends = std::mem::take(&mut resolver.ends);
        let path = |(end, condition)| (resolver.path(end), condition);
        let paths = ends.into_iter().map(path).collect();
        Resolved { text: bytes, start, wanted, paths }
    }

    /// Whether it is of this text.
    pub fn is_of(
        &self,
        text: &Bytes,
        start: Result<NodeId, Errno>,
        wanted: (Purpose, Empty),
    ) -> bool {
        (self.start, self.wanted, &self.text) == (start, wanted, text)
    }
}

/// One of the ends that a path can have. Ends that the call cannot tell apart are one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Empty,
    Root,
    /// This file, by the first name it was found under.
    Node(NodeId),
    /// A name in a directory, by its number in the list.
    Entry(NodeId, usize, PathEnd),
    /// A name in this directory that nothing has.
    New(NodeId, PathEnd),
    /// Any name that nothing has.
    Nothing,
    Fails(Errno),
    /// Somewhere further on.
    Beyond,
}

/// A directory that the text can have led to, and how many links were followed.
type Way = (NodeId, u32);

struct Resolver<'a> {
    text: Text<'a>,
    tree: &'a mut Tree,
    user: User,
    start: Result<NodeId, Errno>,
    purpose: Purpose,
    empty: End,
    /// By position: the text is nothing but slashes from there on, none included.
    slashes: Vec<Term>,
    /// The component that goes on there is the last, and ends the text or is followed by slashes only.
    last: [Vec<Term>; 2],
    /// By position: the component that goes on there is longer than any name. Empty for a text that is no longer.
    long: Vec<Term>,
    /// By position: where a component or a slash can be, and under which condition.
    reached: Vec<BTreeMap<Way, Term>>,
    ends: BTreeMap<End, Term>,
    /// The name that a file was found under.
    found: BTreeMap<NodeId, (NodeId, usize)>,
    /// Where the name of each end that is new can begin.
    begins: BTreeMap<(NodeId, PathEnd), Vec<(usize, Term)>>,
    lists: BTreeMap<NodeId, Names>,
    ways: usize,
    comparisons: usize,
    elsewhere: usize,
}

impl<'a> Resolver<'a> {
    fn new(
        text: Text<'a>,
        tree: &'a mut Tree,
        user: User,
        start: Result<NodeId, Errno>,
        (purpose, empty): (Purpose, Empty),
    ) -> Resolver<'a> {
        let ((slashes, last), long) = (tails(&text), long(&text));
        let reached = vec![BTreeMap::new(); text.len() + 1];
        Resolver {
            text,
            tree,
            user,
            start,
            purpose,
            empty: match empty {
                Empty::Fails => End::Fails(Errno::NOENT),
                Empty::Taken => End::Empty,
            },
            slashes,
            last,
            long,
            reached,
            ends: BTreeMap::new(),
            found: BTreeMap::new(),
            begins: BTreeMap::new(),
            lists: BTreeMap::new(),
            ways: 0,
            comparisons: 0,
            elsewhere: 0,
        }
    }

    fn terms(&self) -> &'a Terms {
        self.text.terms
    }

    fn follow(&mut self, links: u32) {
        let terms = self.terms();
        let (empty, slash) = (self.text.ends(0), self.text.has(0, b'/'));
        self.end(self.empty, empty.clone());
        self.end(End::Root, terms.and(&terms.not(&empty), &self.slashes[0]));
        let goes_on = terms.not(&self.slashes[0]);
        self.reach(0, (ROOT, links), terms.and(&goes_on, &slash));
        let relative = terms.and(&goes_on, &terms.not(&slash));
        match self.start {
            Ok(start) => self.reach(0, (start, links), relative),
            Err(errno) => self.end(End::Fails(errno), relative),
        }
        for at in 0..self.text.len() {
            if self.is_too_much() {
                return self.give_up(at);
            }
            for (way, condition) in std::mem::take(&mut self.reached[at]) {
                let slash = terms.and(&condition, &self.text.has(at, b'/'));
                self.reach(at + 1, way, slash);
                let begins = terms.and(&condition, &terms.not(&self.text.has(at, b'/')));
                if !is_false(&begins) {
                    self.component(at, way, begins);
                }
            }
        }
    }

    fn is_too_much(&self) -> bool {
        self.ways > MAX_WAYS || self.comparisons > MAX_COMPARISONS
    }

    /// Follows nothing from a position on.
    fn give_up(&mut self, from: usize) {
        for reached in self.reached.split_off(from) {
            reached.into_values().for_each(|condition| self.end(End::Beyond, condition));
        }
    }

    /// A component begins here, under a condition that says that it has at least one byte.
    fn component(&mut self, at: usize, way: Way, begins: Term) {
        let (terms, dir) = (self.terms(), way.0);
        if let Err(errno) = self.user.may(Want::SEARCH, self.tree.node(dir)) {
            return self.end(End::Fails(errno), begins);
        }
        let mut begins = begins;
        if let Some(long) = self.long.get(at).cloned() {
            self.end(End::Fails(Errno::NAMETOOLONG), terms.and(&begins, &long));
            begins = terms.and(&begins, &terms.not(&long));
        }
        let names = match self.names(dir, at) {
            Ok(names) => names,
            Err(end) => return self.end(end, begins),
        };
        let (mut present, most) = (Vec::new(), self.text.len() - at);
        for (index, (name, id)) in names.iter().enumerate() {
            for len in lengths(name).take_while(|len| *len <= most) {
                let same = terms.and(&self.text.shows(at, name, len), &ends_at(terms, name, len));
                let named = terms.and(&begins, &same);
                if !is_false(&named) {
                    self.comparisons += 1;
                    present.push(self.name(at + len, way, (index, *id), &named));
                }
            }
        }
        let absent = terms.and(&begins, &terms.not(&any(terms, &present)));
        self.absent(at, dir, absent);
    }

    /// The text has shown all bytes of a name, up to here. Under which condition it is that name.
    fn name(
        &mut self,
        at: usize,
        (dir, links): Way,
        (index, id): (usize, NodeId),
        named: &Term,
    ) -> Term {
        let terms = self.terms();
        let ends = terms.and(named, &self.text.ends(at));
        let slash = terms.and(named, &self.text.has(at, b'/'));
        if !is_false(&slash) {
            let only = &self.slashes[at + 1];
            let (is_last, goes_on) = (terms.and(&slash, only), terms.and(&slash, &terms.not(only)));
            self.entry((dir, index, PathEnd::Slash), id, is_last);
            if !is_false(&goes_on) {
                for (to, condition) in self.through(dir, id, links) {
                    let condition = terms.and(&goes_on, &condition);
                    match to {
                        Ok(way) => self.reach(at + 1, way, condition),
                        Err(end) => self.end(end, condition),
                    }
                }
            }
        }
        self.entry((dir, index, PathEnd::Plain), id, ends.clone());
        terms.or(&ends, &slash)
    }

    /// The directories that a component leads to which is not the last, or the end of the path, and when.
    fn through(&mut self, dir: NodeId, id: NodeId, links: u32) -> Vec<(Result<Way, End>, Term)> {
        let always = |to| vec![(to, self.text.terms.truth(true))];
        let target: Bytes = match &self.tree.node(id).body {
            Body::Directory(_) => return always(Ok((id, links))),
            Body::Link(_) if links >= MAX_LINKS => return always(Err(End::Fails(Errno::LOOP))),
            Body::Link(target) => target[..].into(),
            Body::File(_) | Body::Device(_) => return always(Err(End::Fails(Errno::NOTDIR))),
        };
        let text = Text { bytes: &target, terms: self.terms() };
        let wanted = (Purpose::Name, Empty::Fails);
        let mut nested = Resolver::new(text, self.tree, self.user, Ok(dir), wanted);
        nested.follow(links + 1);
        let Resolver { ends, lists, .. } = nested;
        let mut ways = Vec::new();
        for (end, condition) in ends {
            match end {
                End::Root => ways.push((Ok((ROOT, links + 1)), condition)),
                End::Node(id) => ways.push((Ok((id, links + 1)), condition)),
                End::Fails(_) | End::Beyond => ways.push((Err(end), condition)),
                End::Empty | End::New(..) | End::Nothing => {
                    ways.push((Err(End::Fails(Errno::NOENT)), condition));
                }
                End::Entry(dir, index, _) => {
                    for (way, further) in self.through(dir, lists[&dir].list[index].1, links + 1) {
                        ways.push((way, self.terms().and(&condition, &further)));
                    }
                }
            }
        }
        ways
    }

    /// The path ends with a name that something has.
    fn entry(&mut self, entry: (NodeId, usize, PathEnd), id: NodeId, condition: Term) {
        if is_false(&condition) {
            return;
        }
        let (dir, index, end) = entry;
        let end = match &self.tree.node(id).body {
            Body::Link(_) => End::Entry(dir, index, end),
            _ if self.purpose != Purpose::Find => End::Entry(dir, index, end),
            Body::File(_) | Body::Device(_) if end == PathEnd::Slash => End::Fails(Errno::NOTDIR),
            Body::File(_) | Body::Device(_) | Body::Directory(_) => {
                self.found.entry(id).or_insert((dir, index));
                End::Node(id)
            }
        };
        self.end(end, condition);
    }

    /// A component differs from all names in its directory.
    fn absent(&mut self, at: usize, dir: NodeId, absent: Term) {
        let terms = self.terms();
        if let Purpose::Find | Purpose::Name = self.purpose {
            self.end(End::Fails(Errno::NOENT), absent);
            return;
        }
        let mut rest = absent.clone();
        for (end, which) in [(PathEnd::Plain, 0), (PathEnd::Slash, 1)] {
            let last = self.last[which][at].clone();
            let new = terms.and(&absent, &last);
            if self.purpose == Purpose::Move {
                self.end(End::Nothing, new);
            } else if !is_false(&new) {
                self.begins.entry((dir, end)).or_default().push((at, new.clone()));
                self.end(End::New(dir, end), new);
            }
            rest = terms.and(&rest, &terms.not(&last));
        }
        self.end(End::Fails(Errno::NOENT), rest);
    }

    fn reach(&mut self, at: usize, way: Way, condition: Term) {
        add(self.text.terms, &mut self.reached[at], way, condition);
    }

    fn end(&mut self, end: End, condition: Term) {
        add(self.text.terms, &mut self.ends, end, condition);
    }

    /// The names that the component which begins here can be. A plain one is looked up by itself, since not all
    /// directories that can be searched can be listed.
    fn names(&mut self, dir: NodeId, at: usize) -> Result<Rc<Vec<(Bytes, NodeId)>>, End> {
        let parent = self.tree.node(dir).directory().map_err(End::Fails)?.parent;
        let names = self.lists.entry(dir).or_insert_with(|| Names::new(dir, parent));
        if let Some(name) = plain_component(self.text.bytes, at) {
            names.add(self.tree, dir, name).map_err(End::Fails)?;
            return Ok(names.list.clone());
        }
        self.ways += 1;
        if !names.whole {
            let all = self.tree.seen(dir).map_err(|_| End::Beyond)?;
            let fitting = all.iter().filter(|(name, _)| name.len() <= self.text.len() - at).count();
            self.elsewhere += if self.start == Ok(dir) { 0 } else { fitting };
            if self.elsewhere > MAX_ELSEWHERE {
                return Err(End::Beyond);
            }
            names.add_all(all);
        }
        Ok(names.list.clone())
    }

    /// A path that has this end, if it is known.
    fn path(&self, end: End) -> Option<Path> {
        let last = |dir, name, end| Path::Last(Last { dir, name, end, target: None });
        let entry = |dir, index: usize, end| {
            let (name, _): &(Bytes, NodeId) = &self.lists[&dir].list[index];
            last(dir, name.clone(), end)
        };
        Some(match end {
            End::Beyond => return None,
            End::Empty => Path::Plain(Vec::new()),
            End::Root => Path::Plain(b"/".to_vec()),
            End::Nothing => Path::Absent,
            End::Fails(errno) => Path::Fails(errno),
            End::Entry(dir, index, end) => entry(dir, index, end),
            End::Node(id) => {
                let (dir, index) = self.found[&id];
                entry(dir, index, PathEnd::Plain)
            }
            End::New(dir, end) => last(dir, self.new_name(&self.begins[&(dir, end)]), end),
        })
    }

    /// A name that begins at one of these positions: zeros behind its end.
    fn new_name(&self, begins: &[(usize, Term)]) -> Bytes {
        let terms = self.terms();
        let mut bytes: Vec<Term> = Vec::new();
        for (at, condition) in begins.iter().rev() {
            let mut inside = terms.truth(true);
            for i in 0..(self.text.len() - at).min(NAME_MAX) {
                let ends = terms.or(&self.text.ends(at + i), &self.text.has(at + i, b'/'));
                inside = terms.and(&inside, &terms.not(&ends));
                let here = terms.ite(&inside, &self.text.byte(at + i), &byte(terms, 0));
                match bytes.get_mut(i) {
                    Some(other) => *other = terms.ite(condition, &here, other),
                    None if begins.len() == 1 => bytes.push(here),
                    None => bytes.push(terms.ite(condition, &here, &byte(terms, 0))),
                }
            }
        }
        let mut name = Bytes::default();
        bytes.into_iter().for_each(|byte| name.push_term(byte));
        let ends = |at: usize| name.term(at).is_none() && name.numbers()[at] == 0;
        let len = (0..name.len()).rev().find(|&at| !ends(at)).map_or(0, |at| at + 1);
        name.resize(len);
        name
    }
}

/// By position: whether the rest is slashes only, and whether the component that goes on there is the last, without
/// and with slashes behind it.
fn tails(text: &Text<'_>) -> (Vec<Term>, [Vec<Term>; 2]) {
    let (terms, len) = (text.terms, text.len());
    let mut slashes = vec![terms.truth(true); len + 1];
    let mut last = [vec![terms.truth(true); len + 1], vec![terms.truth(false); len + 1]];
    for at in (0..len).rev() {
        let (ends, slash) = (text.ends(at), text.has(at, b'/'));
        let inside = terms.not(&terms.or(&ends, &slash));
        let slashed = terms.and(&slash, &slashes[at + 1]);
        slashes[at] = terms.or(&ends, &slashed);
        last[0][at] = terms.or(&ends, &terms.and(&inside, &last[0][at + 1]));
        last[1][at] = terms.or(&slashed, &terms.and(&inside, &last[1][at + 1]));
    }
    (slashes, last)
}

/// By position, as far as there is room for more than a name: whether neither the end nor a slash is among the bytes that
/// are one more than a name has. Of two blocks of that many bytes, these are the end of one and the start of the next.
fn long(text: &Text<'_>) -> Vec<Term> {
    const WINDOW: usize = NAME_MAX + 1;
    let (terms, len) = (text.terms, text.len());
    if len < WINDOW {
        return Vec::new();
    }
    let inside: Vec<Term> =
        (0..len).map(|at| terms.not(&terms.or(&text.ends(at), &text.has(at, b'/')))).collect();
    let (mut to_here, mut from_here) = (inside.clone(), inside);
    for at in 0..len {
        if at % WINDOW != 0 {
            to_here[at] = terms.and(&to_here[at - 1], &to_here[at]);
        }
    }
    for at in (0..len - 1).rev() {
        if (at + 1) % WINDOW != 0 {
            from_here[at] = terms.and(&from_here[at], &from_here[at + 1]);
        }
    }
    (0..=len - WINDOW).map(|at| terms.and(&from_here[at], &to_here[at + WINDOW - 1])).collect()
}

/// Adds a condition under which something is so.
fn add<K: Ord>(terms: &Terms, map: &mut BTreeMap<K, Term>, key: K, condition: Term) {
    if !is_false(&condition) {
        map.entry(key).and_modify(|old| *old = terms.or(old, &condition)).or_insert(condition);
    }
}
