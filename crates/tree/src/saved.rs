//! A tree that was read.
//!
//! A node is *open* if a path may go on there or below. What was asked on the way to paths that have all ended is not
//! needed to go on, and is dropped while the file is read, so that memory is taken by what is open.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use crate::bytes::{Malformed, Reader};
use crate::record::{Child, End, Fork, How, Record, TestMark};
use crate::{Header, ReadError, frame};

/// The number of a node: 0 is the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub u32);

/// The part of a path between two forks.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node that forked into this one.
    pub parent: Option<NodeId>,
    /// What became of it at the fork.
    pub kind: Child,
    /// The answers that its path was given here; none if it is not open and only open nodes are kept.
    pub answers: Vec<u8>,
    /// The fork at its end.
    pub fork: Option<Box<Fork>>,
    /// How its path ended.
    pub end: Option<End>,
    /// Ends of paths that came from here on a way that is not recorded.
    pub beyond: Vec<End>,
    /// What the path was the first to reach.
    pub reached: Vec<Vec<u8>>,
    first: u32,
    /// Invariant: how many children are open; 1 for a leaf that is.
    open: u32,
}

impl Node {
    fn new(parent: Option<NodeId>, kind: Child) -> Node {
        Node {
            parent,
            kind,
            answers: Vec::new(),
            fork: None,
            end: None,
            beyond: Vec::new(),
            reached: Vec::new(),
            first: 0,
            open: u32::from(kind != Child::GivenUp),
        }
    }

    /// The ends of paths that are recorded here.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        self.end.iter().chain(&self.beyond).copied()
    }
}

/// A path that is open, with the figures that it had at its last fork.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stub {
    /// The leaf.
    pub node: NodeId,
    /// Forks on the way.
    pub depth: u32,
    /// Where it forked last: function and instruction.
    pub site: Option<(u32, u32)>,
    /// The instructions executed until then.
    pub instructions: u64,
    /// When it last reached something new.
    pub last_new: Option<u64>,
    /// The cost of its questions.
    pub cost: u64,
}

/// A tree.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What it is of.
    pub header: Header,
    nodes: Vec<Node>,
    /// What the run had counted.
    pub totals: Vec<u8>,
    /// What was covered, in parts.
    pub covered: Vec<Vec<u8>>,
    /// What the report has to know, in parts.
    pub news: Vec<Vec<u8>>,
    /// What paths saw outside of the program.
    pub seen: Vec<Vec<u8>>,
    /// Ends that do not count, since their tests are missing.
    pub reopened: Vec<End>,
    /// Ends at limits, of paths that went on later.
    pub former: Vec<End>,
    /// The bytes of the file that make sense: what is beyond was not completely written.
    pub whole_bytes: u64,
}

impl Saved {
    /// Reads a tree. Paths whose tests are missing have not ended. What is needed for open paths is kept, or all of it.
    pub fn read(path: &Path, missing: &BTreeSet<u32>, keep: Keep) -> Result<Saved, ReadError> {
        Saved::of(BufReader::new(File::open(path)?), missing, keep)
    }

    /// The same of any bytes.
    pub fn of<R: Read + Seek>(
        mut from: R,
        missing: &BTreeSet<u32>,
        keep: Keep,
    ) -> Result<Saved, ReadError> {
        let start = from.stream_position()?;
        if let Some(saved) = Saved::load(&mut from, missing, keep)? {
            return Ok(saved);
        }
        from.seek(SeekFrom::Start(start))?;
        let all = Saved::load(&mut from, missing, Keep::All)?;
        let mut saved = all.expect("nothing was forgotten");
        for node in saved.nodes.iter_mut().filter(|node| node.open == 0) {
            node.answers = Vec::new();
        }
        Ok(saved)
    }

    /// Reads a tree; none if answers are needed after all that were not kept.
    fn load<R: Read + Seek>(
        from: &mut R,
        missing: &BTreeSet<u32>,
        keep: Keep,
    ) -> Result<Option<Saved>, ReadError> {
        let mut saved = Saved {
            header: Header::read(from)?,
            nodes: vec![Node::new(None, Child::Taken)],
            totals: Vec::new(),
            covered: Vec::new(),
            news: Vec::new(),
            seen: Vec::new(),
            reopened: Vec::new(),
            former: Vec::new(),
            whole_bytes: from.stream_position()?,
        };
        let mut loading = Loading { saved: &mut saved, missing, keep };
        while let Some(contents) = frame::read(from)? {
            let mut records = Reader(&contents);
            while !records.is_empty() {
                let record = Record::read(&mut records).map_err(Trouble::from);
                match record.and_then(|record| loading.take(record)) {
                    Ok(()) => {}
                    Err(Trouble::Forgotten) => return Ok(None),
                    Err(Trouble::Malformed) => {
                        return Err(ReadError::Contents(loading.saved.whole_bytes));
                    }
                }
            }
            loading.saved.whole_bytes = from.stream_position()?;
        }
        Ok(Some(saved))
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether nothing is known of any path.
    pub fn is_blank(&self) -> bool {
        let root = self.node(NodeId(0));
        root.fork.is_none()
            && root.end.is_none()
            && root.beyond.is_empty()
            && root.answers.is_empty()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All nodes, in the order in which they were made.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// The nodes that a node forked into.
    pub fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        let Range { start, end } = self.range(id);
        (start..end).map(NodeId)
    }

    fn range(&self, id: NodeId) -> Range<u32> {
        let node = self.node(id);
        let count = node.fork.as_ref().map_or(0, |fork| fork.children.len() as u32);
        node.first..node.first + count
    }

    /// Whether a path may go on there or below.
    pub fn is_open(&self, id: NodeId) -> bool {
        self.node(id).open > 0
    }

    /// Whether the path of a node can be executed again: it was feasible, and all of it is recorded.
    pub fn is_repeatable(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let how = node.end.map(|end| end.how);
        node.kind != Child::GivenUp && !matches!(how, Some(How::Merged | How::Infeasible))
    }

    /// The nodes from the root to a node, both included: with their answers, a job that anybody can do.
    pub fn way_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut way: Vec<NodeId> =
            std::iter::successors(Some(id), |at| self.node(*at).parent).collect();
        way.reverse();
        way
    }

    /// The tests of all paths that ended, those on ways that are not recorded included.
    pub fn tests(&self) -> BTreeMap<u32, TestMark> {
        let ends = self.nodes.iter().flat_map(|node| node.end.iter().chain(&node.beyond));
        ends.chain(&self.former)
            .filter_map(|end| end.test)
            .map(|test| (test.number, test))
            .collect()
    }

    /// What is known of a path at a leaf that is this deep in the tree.
    pub fn stub(&self, leaf: NodeId, depth: u32) -> Stub {
        let forked = self.node(leaf).parent.and_then(|parent| {
            let is_first = self.node(parent).first == leaf.0;
            Some((self.node(parent).fork.as_deref()?, is_first))
        });
        let Some((fork, is_first)) = forked else {
            return Stub { node: leaf, depth, ..Stub::default() };
        };
        Stub {
            node: leaf,
            depth,
            site: Some(fork.site),
            instructions: fork.instructions,
            last_new: fork.last_new.checked_sub(1).filter(|_| is_first),
            cost: fork.cost,
        }
    }
}

/// What is kept of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// The answers of open nodes.
    Open,
    /// All answers.
    All,
}

/// Why a record cannot be taken in.
enum Trouble {
    Malformed,
    /// A path that had ended is open again, and the answers on its way were not kept.
    Forgotten,
}

impl From<Malformed> for Trouble {
    fn from(_: Malformed) -> Trouble {
        Trouble::Malformed
    }
}

/// A tree that is being read.
struct Loading<'a> {
    saved: &'a mut Saved,
    missing: &'a BTreeSet<u32>,
    keep: Keep,
}

impl Loading<'_> {
    fn take(&mut self, record: Record<'_>) -> Result<(), Trouble> {
        match record {
            Record::Answered(node, answers) => self.leaf(node)?.answers.extend_from_slice(answers),
            Record::Forked(node, fork) => self.fork(node, fork)?,
            Record::Ended(node, end) => self.end(node, end)?,
            Record::EndedBeyond(node, end) => {
                let missing = self.is_missing(&end);
                self.leaf(node)?.beyond.push(end);
                if missing {
                    self.reopen(end);
                }
            }
            Record::Reached(node, what) => self.any(node)?.reached.push(what.to_vec()),
            Record::Dropped(node) => self.drop_from(node)?,
            Record::Totals(bytes) => self.saved.totals = bytes.to_vec(),
            Record::Covered(bytes) => self.saved.covered.push(bytes.to_vec()),
            Record::News(bytes) => self.saved.news.push(bytes.to_vec()),
            Record::Seen(bytes) => self.saved.seen.push(bytes.to_vec()),
        }
        Ok(())
    }

    fn any(&mut self, id: NodeId) -> Result<&mut Node, Malformed> {
        self.saved.nodes.get_mut(id.0 as usize).ok_or(Malformed)
    }

    /// A node whose path goes on. An end at a limit was not the last of it.
    fn leaf(&mut self, id: NodeId) -> Result<&mut Node, Malformed> {
        let node = self.saved.nodes.get_mut(id.0 as usize).ok_or(Malformed)?;
        if node.fork.is_some() || node.open == 0 {
            return Err(Malformed);
        }
        self.saved.former.extend(node.end.take());
        Ok(node)
    }

    fn fork(&mut self, id: NodeId, fork: Fork) -> Result<(), Malformed> {
        let first = u32::try_from(self.saved.nodes.len()).map_err(|_| Malformed)?;
        let children = fork.children.clone();
        let open = children.iter().filter(|child| **child != Child::GivenUp).count() as u32;
        let node = self.leaf(id)?;
        (node.fork, node.first, node.open) = (Some(Box::new(fork)), first, open);
        let new = children.into_iter().map(|kind| Node::new(Some(id), kind));
        self.saved.nodes.extend(new);
        if open == 0 { self.closed(id) } else { Ok(()) }
    }

    fn end(&mut self, id: NodeId, end: End) -> Result<(), Malformed> {
        let missing = self.is_missing(&end) || self.misses_beyond(id)?;
        let node = self.leaf(id)?;
        if missing {
            self.reopen(end);
            return Ok(());
        }
        node.end = Some(end);
        if end.how.is_open() {
            return Ok(());
        }
        node.open = 0;
        self.closed(id)
    }

    fn is_missing(&self, end: &End) -> bool {
        end.test.is_some_and(|test| self.missing.contains(&test.number))
    }

    fn misses_beyond(&mut self, id: NodeId) -> Result<bool, Malformed> {
        let beyond = self.any(id)?.beyond.clone();
        Ok(beyond.iter().any(|end| self.is_missing(end)))
    }

    fn reopen(&mut self, end: End) {
        self.saved.reopened.push(end);
    }

    /// A node has no open children any more; nor may those above.
    fn closed(&mut self, id: NodeId) -> Result<(), Malformed> {
        let mut next = Some(id);
        while let Some(at) = next {
            if self.keep == Keep::Open {
                self.any(at)?.answers = Vec::new();
            }
            let Some(parent) = self.any(at)?.parent else { return Ok(()) };
            let above = self.any(parent)?;
            above.open = above.open.checked_sub(1).ok_or(Malformed)?;
            next = (above.open == 0).then_some(parent);
        }
        Ok(())
    }

    /// Makes a node an open leaf without answers. The tests of the paths below stay.
    fn drop_from(&mut self, id: NodeId) -> Result<(), Trouble> {
        let keep = self.keep;
        let node = self.any(id)?;
        let was_open = node.open > 0;
        if node.kind == Child::GivenUp {
            return Err(Trouble::Malformed);
        }
        if !was_open && keep == Keep::Open {
            return Err(Trouble::Forgotten);
        }
        let mut ends = Vec::new();
        let mut below = vec![id];
        while let Some(at) = below.pop() {
            below.extend(self.saved.children(at));
            let node = self.any(at)?;
            if node.parent == Some(id) {
                // Whatever becomes of it does not concern the tree any more.
                node.parent = None;
            }
            ends.extend(node.end.take());
            ends.append(&mut node.beyond);
            node.answers = Vec::new();
        }
        let node = self.any(id)?;
        (node.fork, node.open, node.beyond) = (None, 1, ends);
        if was_open { Ok(()) } else { Ok(self.opened(id)?) }
    }

    /// A node is open again; so are those above.
    fn opened(&mut self, id: NodeId) -> Result<(), Malformed> {
        let mut at = id;
        while let Some(parent) = self.any(at)?.parent {
            let above = self.any(parent)?;
            above.open += 1;
            if above.open > 1 {
                return Ok(());
            }
            at = parent;
        }
        Ok(())
    }
}
