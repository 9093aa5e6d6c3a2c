//! Going on with an earlier run.
//!
//! An open path is a *stub* until it is picked: the searcher knows it by the figures that it had. Then it is executed
//! from the nearest *snapshot* on its way, which at first is the start of the program, by the answers that it was given.
//! Where its way forks, the other sides that lead to open paths are left as snapshots, so that no part of the tree is
//! executed twice.
//!
//! Invariant: on the way to a stub there is one snapshot, unless memory was short and snapshots were dropped; then its
//! path is executed from the start, and leaves nothing behind. A path that is followed runs until it is where it was,
//! whatever the searcher would pick: no other path waits for a snapshot that it will leave.
//!
//! A path that cannot be followed is lost from the last fork on, since an answer may have been taken for another one
//! before that was noticed. What the earlier run knew beyond is dropped and explored again, from the state that the path
//! had after that fork: what made it go another way, such as addresses that all paths share, could change more of it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use search::{Change, StateId};
use tree::{End, Malformed, NodeId, Record, Saved, Stub};

use super::states::States;
use super::{Run, StartError};
use crate::active::Active;
use crate::context::Context;
use crate::saving::{Changes, Company, Position, Pruning, Tape, Totals};
use crate::{Cut, Warning, saving};

/// An earlier run, as far as it is not executed again yet.
pub(super) struct Resumption {
    saved: Rc<Saved>,
    company: Company,
    /// Where the program starts, for each number of arguments.
    starts: Vec<(NodeId, Box<Active>)>,
    snapshots: BTreeMap<NodeId, Box<Active>>,
    /// The state that is followed, as it was after its last fork.
    forked: Option<Box<Active>>,
    /// Nodes from which on the earlier run is not believed.
    void: BTreeSet<NodeId>,
    /// The source lines at which paths were lost.
    lines: BTreeSet<(Rc<str>, u32)>,
}

impl Resumption {
    /// The earlier run is one of a program that starts with these paths; none if it is not.
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    pub fn new(
        saved: &Rc<Saved>,
        pruning: Pruning,
        started: Vec<Box<Active>>,
    ) -> Option<Resumption> {
        let root = NodeId(0);
        let nodes = match started.len() {
            1 => vec![root],
            _ => saved.children(root).collect(),
        };
        if nodes.len() != started.len() {
            return None;
        }
        let mut starts: Vec<(NodeId, Box<Active>)> = nodes.into_iter().zip(started).collect();
        for (node, active) in &mut starts {
            active.tape = Some(Tape::following(saved, *node));
        }
        let company = match pruning {
            Pruning::Ended => Company::Open,
            Pruning::Nothing => Company::All,
        };
        let snapshots = starts.iter().map(|(node, start)| (*node, start.clone())).collect();
        Some(Resumption {
            saved: Rc::clone(saved),
            company,
            starts,
            snapshots,
            forked: None,
            void: BTreeSet::new(),
            lines: BTreeSet::new(),
        })
    }

    /// Whether paths at or below a node are wanted.
    fn wants(&self, node: NodeId) -> bool {
        match self.company {
            Company::All => self.saved.is_repeatable(node),
            _ => self.saved.is_open(node),
        }
    }

    /// Makes stubs of the open paths. The searcher is told in such an order that it knows the tree.
    pub fn plant(&self, states: &mut States, cx: &Context<'_>) {
        let root = NodeId(0);
        if !self.wants(root) {
            return;
        }
        let first = states.admit_stub(self.saved.stub(root, 0));
        states.update(cx, &Change { current: None, added: &[first], removed: &[] });
        let mut open = vec![(root, first, 0)];
        while let Some((node, id, depth)) = open.pop() {
            let children: Vec<NodeId> =
                self.saved.children(node).filter(|child| self.wants(*child)).collect();
            let stubs = children.iter().map(|child| self.saved.stub(*child, depth + 1));
            let mut stubs: Vec<Stub> = stubs.collect();
            if stubs.is_empty() {
                continue;
            }
            states.place_stub(id, stubs.remove(0));
            let added: Vec<StateId> =
                stubs.into_iter().map(|stub| states.admit_stub(stub)).collect();
            if !added.is_empty() {
                states.update(cx, &Change { current: Some(id), added: &added, removed: &[] });
            }
            let ids = std::iter::once(id).chain(added);
            open.extend(children.into_iter().zip(ids).map(|(node, id)| (node, id, depth + 1)));
        }
    }

    /// A state that will become that of a stub.
    fn awake(&mut self, stub: Stub) -> Box<Active> {
        let way: Rc<[NodeId]> = self.saved.way_to(stub.node).into();
        let nearest = way.iter().rev().find_map(|node| self.snapshots.remove(node));
        let (mut active, company) = match nearest {
            Some(active) => (active, self.company),
            None => {
                let start = self.starts.iter().find(|(node, _)| way.contains(node));
                (start.expect("each way begins there").1.clone(), Company::None)
            }
        };
        if let Some(tape) = &mut active.tape {
            tape.aim(way, company);
        }
        active
    }

    /// Keeps a state that was forked from one that is followed.
    pub fn keep(&mut self, active: Box<Active>) {
        if let Some(Position::Following(following)) = active.tape.as_ref().map(Tape::position) {
            self.snapshots.insert(following.node, active);
        }
    }

    /// A state has forked, or begins to be followed.
    pub fn has_forked(&mut self, active: &Active) {
        self.forked = active.is_following().then(|| Box::new(active.clone()));
    }

    /// Drops what is kept only for speed.
    pub fn forget(&mut self) {
        self.snapshots.clear();
    }

    /// All nodes from a node on.
    fn below(&self, node: NodeId) -> Vec<NodeId> {
        let (mut all, mut open) = (Vec::new(), vec![node]);
        while let Some(at) = open.pop() {
            all.push(at);
            if !self.void.contains(&at) {
                open.extend(self.saved.children(at));
            }
        }
        all
    }
}

impl Run<'_> {
    /// Goes on with an earlier run.
    pub(super) fn resume(&mut self, resumption: Resumption) {
        let Run { cx, states, .. } = self;
        resumption.plant(states, cx);
        cx.record.resumed().open = states.stubs() as u64;
        if let Some(journal) = &mut cx.journal {
            // Tests of paths that are explored again, because they are merged or because a test is missing.
            let open = |node: &tree::Node| node.fork.is_none() && node.end.is_none();
            let nodes = resumption.saved.nodes().filter(|(_, node)| open(node));
            journal.know(nodes.flat_map(|(_, node)| node.beyond.iter().copied()));
        }
        self.resumption = Some(resumption);
    }

    /// Takes over what the earlier run counted and covered.
    pub(super) fn restore(&mut self, first: &Active, saved: &Saved) -> Result<(), StartError> {
        let Context { machine, record, journal, .. } = &mut self.cx;
        let totals = Totals::from_bytes(&saved.totals);
        record.resume(&totals.map_err(|Malformed| StartError::BadTotals)?);
        for end in &saved.reopened {
            record.reopen(end);
        }
        let Changes { files, all_known } = Changes::since(saved);
        for path in files {
            record.cut_everywhere(Cut::ChangedFile(path.to_string_lossy().into()), 1);
        }
        if !all_known {
            record.cut_everywhere(Cut::UncheckedFiles, 1);
        }
        if let Some(journal) = journal {
            journal.restore_coverage(saved, machine, &first.state.memory);
        }
        let lines = machine.take_fresh_lines();
        record.new_lines(lines);
        Ok(())
    }

    /// Turns a stub that was picked into a state.
    pub(super) fn awake(&mut self, id: StateId) {
        let (Some(stub), Some(resumption)) = (self.states.take_stub(id), &mut self.resumption)
        else {
            return;
        };
        let mut active = resumption.awake(stub);
        active.number = id.0;
        active.last_new = stub.last_new;
        active.query_cost = stub.cost;
        resumption.has_forked(&active);
        self.states.put(id, active);
    }

    /// A path could not be followed: what the earlier run knew from its last fork on is dropped, and explored again.
    pub(super) fn lose(&mut self, id: StateId, active: Box<Active>) {
        let resumption = self.resumption.as_mut().expect("only paths that are followed get lost");
        let mut forked = resumption.forked.take().expect("it was remembered");
        let saved = Rc::clone(&resumption.saved);
        let node = saving::begin_anew(&mut forked, &saved);
        let below = resumption.below(node);
        // What is beyond a void node was lost before.
        let is_void = |at: &NodeId| resumption.void.contains(at);
        let kept = match saved.way_to(node).iter().any(is_void) {
            true => &[],
            false => &below[..],
        };
        let kept = kept.iter().filter(|at| !is_void(at));
        let ends: Vec<End> = kept.flat_map(|at| saved.node(*at).ends()).collect();
        resumption.void.insert(node);
        below.iter().for_each(|at| drop(resumption.snapshots.remove(at)));
        let gone: BTreeSet<StateId> =
            below.iter().filter_map(|at| self.states.stub_at(*at)).collect();
        let gone: Vec<StateId> = gone.into_iter().collect();
        for id in &gone {
            self.states.take_stub(*id);
        }
        self.tell_divergence(&active, &ends);
        // One with a test stays until a path with the same test ends.
        let untested = ends.iter().filter(|end| end.test.is_none());
        untested.for_each(|end| self.cx.record.reopen(end));
        if let Some(journal) = &mut self.cx.journal {
            journal.know(ends.iter().copied());
            journal.put(&Record::Dropped(node));
        }
        self.states.put(id, forked);
        self.update(&Change { current: Some(id), added: &[], removed: &gone });
    }

    /// Reports where a path went another way than before, and what was lost by that.
    fn tell_divergence(&mut self, active: &Active, ends: &[End]) {
        let Some(resumption) = &mut self.resumption else { return };
        let trace = self.cx.machine.trace(&active.state);
        self.cx.record.diverged(&trace);
        let place = trace.into_iter().find(|place| place.line > 0);
        let (file, line) = place.map_or((Rc::default(), 0), |place| (place.file, place.line));
        resumption.lines.insert((Rc::clone(&file), line));
        let resumed = self.cx.record.resumed();
        resumed.divergences += 1;
        resumed.lost_paths += ends.len() as u64;
        resumed.lost_instructions += ends.iter().map(|end| end.instructions).sum::<u64>();
        resumed.diverged_lines = resumption.lines.len() as u64;
        let native = active.externals > 0;
        let paths = ends.len() as u64;
        self.cx.record.warn(&Warning::Diverged { file, line, native, paths });
    }
}
