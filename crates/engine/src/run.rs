//! One run: picks states, runs them, forks and retires them, and keeps to the budgets.
//!
//! The clock is looked at between bursts. A burst ends after a number of instructions, or once the terms they make
//! cost too much, since a single instruction may make thousands. Both counts are functions of the program, and so
//! is where a burst ends.

mod figures;
mod limits;
mod start;

pub use start::{StartError, run};

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::Discriminant;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use exec::{Check, Fault, Fuel, Gate, Halt, Inconclusive, Limit, Machine, Stop, burst};
use memory::{Census, Site};
use random::Random;
use search::{Change, Searcher, StateId, Work};
use solver::Chain;
use term::Terms;

use limits::Finishing;

use crate::active::Active;
use crate::answer::Answered;
use crate::digest::Digest;
use crate::ledger::Ledger;
use crate::measure::{Figured, Gauge};
use crate::merge::Merges;
use crate::resolution::Resolved;
use crate::seed::Seeds;
use crate::system::Called;
use crate::weighing::Weighing;
use crate::{Config, Cut, Event, Figures, Given, PathEnd, Warning};

/// Budgets are looked at after this many instructions of a state that is alone and has no symbolic input,
const ALONE: u64 = 1 << 20;
/// and of any other: an instruction on terms may take a thousand times as long as one on numbers.
const SHARED: u64 = 1 << 14;

/// Where a fault is, to tell one from another.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct FaultSite {
    pub kind: Discriminant<Fault>,
    /// What was wrong with an access: one instruction may read too far and also what is gone.
    pub access: Option<Discriminant<memory::Fault>>,
    /// Which check of the compiler failed.
    pub check: Option<Check>,
    pub place: Site,
}

pub(crate) struct Run<'a> {
    pub machine: Machine,
    pub config: &'a Config,
    pub chain: Chain,
    pub sink: &'a mut dyn FnMut(Event<'_>),
    /// All live states but the one that runs.
    pub states: BTreeMap<StateId, Box<Active>>,
    pub merges: Merges,
    /// At least those of them that have seeds.
    pub seeded: BTreeSet<StateId>,
    pub searcher: Box<dyn Searcher>,
    pub(crate) gauge: Gauge,
    random: Random,
    next: u32,
    pub figures: Figures,
    /// Accesses that forked.
    pub resolved: Vec<Resolved>,
    /// Whether the run is to end because nobody needs the rest of it.
    pub stopped: bool,
    digest: Digest,
    weighing: Weighing,
    pub ledger: Ledger,
    pub sites: HashSet<FaultSite>,
    pub last: Option<PathEnd>,
    /// Warnings that are given once.
    pub warned: HashSet<Warning>,
    /// Paths of the host that were told of as hidden.
    pub hidden: HashSet<PathBuf>,
    /// Whether tests need what paths wrote.
    pub keeps_output: bool,
    /// Counts of what the states of the run made.
    pub census: Rc<Census>,
    /// Lines that some path reached.
    lines: HashSet<(Rc<str>, u32)>,
    /// Time for questions on which object a pointer is to.
    pub resolve_time: Duration,
    /// When the last test has to be made, once the run is over.
    closing: Option<Instant>,
    started: Instant,
    finishing: Finishing,
    told: Duration,
    faults: u64,
}

impl<'a> Run<'a> {
    fn new(
        machine: Machine,
        census: Rc<Census>,
        config: &'a Config,
        chain: Chain,
        sink: &'a mut dyn FnMut(Event<'_>),
    ) -> Run<'a> {
        Run {
            gauge: Gauge::new(&config.search, &machine),
            machine,
            config,
            chain,
            sink,
            states: BTreeMap::new(),
            merges: Merges::default(),
            seeded: BTreeSet::new(),
            searcher: config.search.searcher(),
            random: Random::new(config.search.seed ^ 0x5bd1_e995),
            next: 0,
            figures: Figures::default(),
            resolved: Vec::new(),
            stopped: false,
            digest: Digest::default(),
            weighing: Weighing::default(),
            ledger: Ledger::default(),
            sites: HashSet::new(),
            last: None,
            warned: HashSet::new(),
            hidden: HashSet::new(),
            keeps_output: true,
            census,
            lines: HashSet::new(),
            resolve_time: Duration::ZERO,
            closing: None,
            started: config.host.began.unwrap_or_else(Instant::now),
            finishing: Finishing::default(),
            told: Duration::ZERO,
            faults: 0,
        }
    }

    pub fn terms(&self) -> &Terms {
        self.machine.terms()
    }

    pub fn coin(&mut self) -> bool {
        self.random.coin() == 1
    }

    /// One of this many, by lot.
    pub fn lot(&mut self, count: usize) -> usize {
        self.random.below(count as u64) as usize
    }

    /// Explores all paths, or those of given tests.
    fn follow(&mut self, mut first: Active) {
        match &self.config.given {
            Given::None => self.explore(first),
            Given::Seeds(tests) => {
                first.seeds = Seeds::new(self.terms(), tests);
                self.explore(first);
            }
            Given::Replay(tests) => {
                self.ledger.enter_for_all(Cut::Replayed, tests.len() as u64);
                for test in tests {
                    let mut active = first.clone();
                    active.state.given = Some(Rc::clone(test));
                    self.explore(active);
                }
            }
        }
    }

    fn explore(&mut self, first: Active) {
        let root = self.admit(Box::new(first));
        self.update(&Change { current: None, added: &[root], removed: &[] });
        loop {
            if let Some(limit) = self.exhausted() {
                return self.retire_all(limit);
            }
            self.close_merges();
            let Some(id) = self.next_state() else { return };
            if self.config.weigh_contents {
                self.weighing.step(&self.states);
            }
            let active = self.states.remove(&id).expect("searchers pick live states");
            let stepped = self.step(active);
            if let Stepped::Kept(active)
            | Stepped::Forked(active, _)
            | Stepped::Arrived(active, _) = &stepped
            {
                self.digest.note(active.number, &active.state);
            }
            let added = match stepped {
                Stepped::Kept(active) => {
                    self.states.insert(id, active);
                    vec![]
                }
                Stepped::Forked(active, others) => {
                    self.states.insert(id, active);
                    others.into_iter().map(|other| self.admit(other)).collect()
                }
                Stepped::Arrived(active, merge) => {
                    self.states.insert(id, active);
                    self.update(&Change { current: Some(id), added: &[], removed: &[] });
                    self.wait(id, merge);
                    continue;
                }
                Stepped::Ended => {
                    self.update(&Change { current: Some(id), added: &[], removed: &[id] });
                    continue;
                }
            };
            self.update(&Change { current: Some(id), added: &added, removed: &[] });
            self.keep_below_memory();
        }
    }

    /// States with seeds come first, the oldest of them.
    fn next_state(&mut self) -> Option<StateId> {
        while let Some(&id) = self.seeded.first() {
            if self.states.get(&id).is_some_and(|active| !active.seeds.is_empty()) {
                return Some(id);
            }
            self.seeded.remove(&id);
        }
        let (work, states, machine, gauge) =
            (self.work(), &self.states, &self.machine, &self.gauge);
        self.searcher.pick(work, &Figured { states, machine, gauge })
    }

    fn admit(&mut self, mut active: Box<Active>) -> StateId {
        let id = StateId(self.next);
        if !active.seeds.is_empty() {
            self.seeded.insert(id);
        }
        active.number = self.next;
        self.next += 1;
        self.states.insert(id, active);
        self.figures.states = self.states.len() as u64;
        self.figures.max_states = self.figures.max_states.max(self.figures.states);
        id
    }

    pub fn update(&mut self, change: &Change<'_>) {
        let work = self.work();
        self.gauge.refresh(&self.machine, self.figures.instructions);
        let (states, machine, gauge) = (&self.states, &self.machine, &self.gauge);
        self.searcher.update(change, work, &Figured { states, machine, gauge });
    }

    fn work(&self) -> Work {
        let time = match self.config.search.is_timed() {
            true => self.started.elapsed(),
            false => Duration::ZERO,
        };
        Work { instructions: self.figures.instructions, time }
    }

    /// Runs a state until it forks, ends, or has run for a while.
    fn step(&mut self, mut active: Box<Active>) -> Stepped {
        let mut fuel = self.fuel(&active);
        loop {
            let (before, covered) = (active.state.instructions, self.machine.covered());
            let stop = match (&active.call, &active.external) {
                (None, None) => Some(burst(&self.machine, &mut active.state, fuel)),
                _ => None,
            };
            let executed = active.state.instructions - before;
            self.figures.instructions += executed;
            self.gauge.ran(&active.state, executed);
            fuel = fuel.after(executed);
            if !active.state.notes.is_empty() {
                self.tell_notes(&mut active);
            }
            if active.state.memory.take_refused() {
                self.note_cut(&active, Cut::RefusedObject);
            }
            self.note_new(&mut active, covered);
            let ask = match stop {
                None => match self.call_outside(&mut active) {
                    Called::Done if fuel.about == 0 => return Stepped::Kept(active),
                    Called::Done => continue,
                    Called::Ask(ask) => ask,
                    Called::Halt(halt) => return self.end(active, halt),
                },
                Some(Stop::Fuel) => return self.pause(active),
                Some(Stop::Merge(Gate::Open)) => {
                    self.open_merge(&mut active);
                    continue;
                }
                Some(Stop::Merge(Gate::Close)) => match self.close_merge(&mut active) {
                    Some(merge) => return Stepped::Arrived(active, merge),
                    None => continue,
                },
                Some(Stop::System { number, args }) => {
                    self.figures.outside_calls += 1;
                    active.calls += 1;
                    active.call = Some((number, args));
                    continue;
                }
                Some(Stop::External(external)) => {
                    self.figures.outside_calls += 1;
                    active.calls += 1;
                    active.external = Some(external);
                    continue;
                }
                Some(Stop::Failed(errno)) => match self.set_errno(&mut active, errno as i32) {
                    Ok(()) => continue,
                    Err(halt) => return self.end(active, halt),
                },
                Some(Stop::Returned(_)) => unreachable!("nothing was called from outside"),
                Some(Stop::Ask(ask)) => ask,
                Some(Stop::Halt(halt)) => return self.end(active, halt),
            };
            match self.answer(&mut active, ask) {
                Answered::Go if self.is_over() => return Stepped::Kept(active),
                Answered::Go => {}
                Answered::Forked(others) => return Stepped::Forked(active, others),
                Answered::Halt(halt) => return self.end(active, halt),
            }
        }
    }

    fn fuel(&self, active: &Active) -> Fuel {
        let is_plain = self.states.is_empty() && active.state.inputs.is_empty();
        self.fuel_of(if is_plain { ALONE } else { SHARED })
    }

    /// Fuel for about this many instructions, as far as there may be so many.
    pub fn fuel_of(&self, about: u64) -> Fuel {
        let limit = self.config.limits.instructions;
        let most = limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.figures.instructions));
        Fuel { about: about.min(most), most }
    }

    fn pause(&mut self, mut active: Box<Active>) -> Stepped {
        if active.state.memory.wants_collection() {
            let roots: Vec<_> = active.kernel.roots().collect();
            active.state.collect(roots.into_iter());
        }
        let most = self.config.limits.program_memory;
        if most.is_some_and(|most| active.state.memory.live_bytes() > most) {
            return self.end(active, Halt::Exhausted(Limit::Memory));
        }
        Stepped::Kept(active)
    }

    fn end(&mut self, active: Box<Active>, halt: Halt) -> Stepped {
        self.digest.note(active.number, &active.state);
        let halt = self.check_leaks(&active, halt);
        if let Halt::Fault(_) = halt {
            self.faults += 1;
        }
        self.finish_timed(active, halt);
        Stepped::Ended
    }

    /// Notes that a state reached something new, if more is covered now than before it ran.
    pub fn note_new(&mut self, active: &mut Active, covered: u64) {
        if self.machine.covered() > covered {
            active.last_new = Some(active.state.instructions);
            active.covered_new = true;
            self.note_lines(active);
        }
    }

    /// Gives a state the lines that it was the first to reach.
    fn note_lines(&mut self, active: &mut Active) {
        if self.config.emit.lines {
            let lines = self.machine.take_fresh_lines().into_iter();
            active.lines.extend(lines.filter(|line| self.lines.insert(line.clone())));
        }
    }

    pub fn note_cut(&mut self, active: &Active, cut: Cut) {
        let trace = self.machine.trace(&active.state);
        if let Some(warning) = self.ledger.enter(cut, &trace) {
            (self.sink)(Event::Warning(&warning));
        }
    }

    pub fn note_undecided(&mut self, active: &Active, why: solver::Unknown) {
        self.figures.partial += 1;
        self.note_cut(active, Cut::Inconclusive(Inconclusive::Unknown(why)));
    }

    /// A warning that is worth giving once in a run.
    pub fn warn_once(&mut self, warning: Warning) {
        if !self.warned.contains(&warning) {
            (self.sink)(Event::Warning(&warning));
            self.warned.insert(warning);
        }
    }
}

/// What became of a state that ran.
enum Stepped {
    Kept(Box<Active>),
    /// It came to the end of a merge.
    Arrived(Box<Active>, u32),
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    Forked(Box<Active>, Vec<Box<Active>>),
    Ended,
}
