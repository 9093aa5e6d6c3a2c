//! One run: picks states, runs them, forks and retires them, and keeps to the budgets.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::mem::Discriminant;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use env::{Kernel, SetupError};
use exec::{Check, Fault, Gate, Halt, Limit, Machine, NoRoom, State, Stop, burst};
use ir::Program;
use memory::{BadLayout, Census, Initialisation, Memory, Site, Value};
use search::{Change, Random, Searcher, StateId, Work};
use solver::Chain;
use term::Terms;

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
use crate::{Config, Event, Figures, Given, Outcome, PathEnd};

/// Budgets are looked at after this many instructions of a state that is alone,
const ALONE: u64 = 1 << 20;
/// and of one among others.
const SHARED: u64 = 1 << 14;

/// So many results of constructing terms are remembered.
const REMEMBERED: usize = 1 << 12;

/// How often figures are told.
const TELL: Duration = Duration::from_millis(250);

/// What the model of one test may take when the run is over, if there is no limit for questions,
const CLOSING_EACH: Duration = Duration::from_secs(5);
/// and those of all tests together.
const CLOSING: Duration = Duration::from_secs(15);

/// Where execution starts if the program brings a libc.
const START: &str = "__strata_start";

/// Why a program cannot be started.
#[derive(Debug)]
pub enum StartError {
    /// It has no `main`.
    NoMain,
    /// Its environment cannot be set up.
    Environment(SetupError),
    /// Its objects cannot have their numbers where they should.
    Layout(BadLayout),
    /// A region is too small for its globals or functions.
    NoRoom(NoRoom),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoMain => write!(f, "the program has no function main"),
            StartError::Environment(error) => error.fmt(f),
            StartError::Layout(error) => error.fmt(f),
            StartError::NoRoom(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

/// Explores a program until all paths have ended or a limit is met.
pub fn run(
    program: impl Into<Rc<Program>>,
    config: &Config,
    chain: Chain,
    sink: &mut dyn FnMut(Event<'_>),
) -> Result<Outcome, StartError> {
    let memory = Memory::with_numbering(&config.numbering).map_err(StartError::Layout)?;
    let (mut machine, mut memory) =
        Machine::new(program.into(), memory).map_err(StartError::NoRoom)?;
    if let Some(watcher) = &config.watcher {
        machine.watch(Rc::clone(watcher));
    }
    memory.terms().remember(REMEMBERED);
    memory.set_addressing(config.addressing);
    memory.set_history(config.history);
    memory.set_model(config.model.build(&machine));
    if config.checks.uninitialised {
        memory.set_initialisation(Initialisation::Checked);
    }
    if let Some(capacity) = config.capacity {
        memory.set_capacity(capacity);
    }
    let kernel = Kernel::new(&config.env).map_err(StartError::Environment)?;
    let census = Rc::clone(memory.census());
    let mut state = State::new(memory);
    state.max_bytes = config.limits.program_memory;
    let mut run = Run::new(machine, census, config, chain, sink);
    let started = run.start(&mut state)?;
    let active = Active::new(state, kernel);
    match started {
        Ok(()) => run.follow(active),
        Err(halt) => run.finish(Box::new(active), halt),
    }
    Ok(run.outcome())
}

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
    gauge: Gauge,
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
    pub warned: HashSet<String>,
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
            keeps_output: true,
            census,
            lines: HashSet::new(),
            resolve_time: Duration::ZERO,
            closing: None,
            started: Instant::now(),
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

    /// Calls the start-up code of libc, or `main` itself where there is none.
    fn start(&mut self, state: &mut State) -> Result<Result<(), Halt>, StartError> {
        let program = self.machine.program();
        let main = program.function("main").ok_or(StartError::NoMain)?;
        let start = program.function(START).filter(|f| program.functions[f.0 as usize].defined);
        let stack = env::initial_stack(&mut state.memory, &self.config.env)
            .map_err(StartError::Environment)?;
        if let Some(start) = start {
            return Ok(self.machine.enter(state, start, &[stack]));
        }
        let word = |index: usize| match stack {
            Value::Ptr { id, offset } => Value::Ptr { id, offset: offset + 8 * index as u64 },
            ref other => other.clone(),
        };
        let count = self.config.env.args.len();
        let args = [Value::Int(count as u64), word(1), word(count + 2)];
        Ok(self.machine.enter(state, main, &args))
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
                let what = "only the paths of given tests were run (--replay-ktest)";
                self.ledger.enter_for_all(what, tests.len() as u64);
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
                Stepped::Forked(active, other) => {
                    self.states.insert(id, active);
                    vec![self.admit(other)]
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
        let mut fuel = self.fuel();
        loop {
            let (before, covered) = (active.state.instructions, self.machine.covered());
            let stop = match (&active.call, &active.external) {
                (None, None) => Some(burst(&self.machine, &mut active.state, fuel)),
                _ => None,
            };
            let executed = active.state.instructions - before;
            self.figures.instructions += executed;
            self.gauge.ran(&active.state, executed);
            fuel = fuel.saturating_sub(executed);
            if !active.state.notes.is_empty() {
                self.tell_notes(&mut active);
            }
            self.note_new(&mut active, covered);
            let ask = match stop {
                None => match self.call_outside(&mut active) {
                    Called::Done if fuel == 0 => return Stepped::Kept(active),
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
                Some(Stop::Returned(_)) => unreachable!("nothing was called from outside"),
                Some(Stop::Ask(ask)) => ask,
                Some(Stop::Halt(halt)) => return self.end(active, halt),
            };
            match self.answer(&mut active, ask) {
                Answered::Go if self.is_over() => return Stepped::Kept(active),
                Answered::Go => {}
                Answered::Forked(other) => return Stepped::Forked(active, other),
                Answered::Halt(halt) => return self.end(active, halt),
            }
        }
    }

    fn fuel(&self) -> u64 {
        let most = if self.states.is_empty() { ALONE } else { SHARED };
        match self.config.limits.instructions {
            Some(limit) => most.min(limit.saturating_sub(self.figures.instructions)),
            None => most,
        }
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
        self.finish(active, halt);
        Stepped::Ended
    }

    /// The limit that ends the run, if one is met.
    fn exhausted(&mut self) -> Option<Limit> {
        let limits = self.config.limits;
        let elapsed = self.started.elapsed();
        if elapsed >= self.told + TELL {
            self.told = elapsed;
            self.tell();
        }
        let met = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if met(limits.instructions, self.figures.instructions) {
            Some(Limit::Instructions)
        } else if self.out_of_time() {
            Some(Limit::Time)
        } else if met(limits.tests, self.figures.tests) {
            Some(Limit::Tests)
        } else if met(limits.faults, self.faults) {
            Some(Limit::Faults)
        } else if self.is_interrupted() {
            Some(Limit::Interrupt)
        } else {
            None
        }
    }

    fn is_interrupted(&self) -> bool {
        let flag = self.config.host.interrupt.as_ref();
        self.stopped || flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the run has to end now: what has no answer yet gets none.
    pub fn is_over(&self) -> bool {
        self.out_of_time() || self.is_interrupted()
    }

    fn out_of_time(&self) -> bool {
        self.config.limits.time.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// When the run has to be over.
    pub fn deadline(&self) -> Option<Instant> {
        self.config.limits.time.map(|limit| self.started + limit)
    }

    /// When the next question has to be answered.
    pub fn question_deadline(&self) -> Option<Instant> {
        let limits = &self.config.limits;
        let whole = self.deadline();
        let one = limits.solver_time.map(|limit| Instant::now() + limit);
        whole.into_iter().chain(one).min()
    }

    /// Whether there is no time left even for tests.
    pub fn is_closed(&self) -> bool {
        self.closing.is_some_and(|end| Instant::now() >= end)
    }

    /// When the model of a test has to be found: there is time for that when the run is over, but not for
    /// ever.
    pub fn closing_deadline(&self) -> Option<Instant> {
        let limit = self.config.limits.solver_time;
        match self.closing {
            Some(end) => Some(end.min(Instant::now() + limit.unwrap_or(CLOSING_EACH))),
            None => limit.map(|limit| Instant::now() + limit),
        }
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

    /// Whether a path forked as often as a path may.
    pub fn is_deep(&self, active: &Active) -> bool {
        self.config.limits.depth.is_some_and(|limit| active.depth >= limit)
    }

    /// Why a state may not fork, if it may not.
    pub fn forks_forbidden(&self, active: &Active) -> Option<&'static str> {
        let limits = &self.config.limits;
        let forks = self.figures.branch_forks + self.figures.memory_forks;
        if active.outside.depth > 0 {
            Some("a function of the program that native code calls does not fork")
        } else if limits.forks.is_some_and(|limit| forks >= limit) {
            Some("the limit of forks (--max-forks)")
        } else if !active.state.forking {
            Some("the program forbids forks (klee_set_forking)")
        } else {
            None
        }
    }

    pub fn note_cut(&mut self, active: &Active, why: &str) {
        let trace = self.machine.trace(&active.state);
        if let Some(warning) = self.ledger.enter(why, &trace) {
            (self.sink)(Event::Warning(&warning));
        }
    }

    pub fn note_undecided(&mut self, active: &Active, why: &solver::Unknown) {
        self.figures.partial += 1;
        self.note_cut(active, &format!("no verdict: {why}"));
    }

    fn memory_in_use(&self) -> u64 {
        self.config.host.memory.as_ref().map_or(0, |used| used())
    }

    /// Lets the solver forget what it keeps to be faster, if too much memory is in use; whether it was.
    pub fn relieve(&mut self) -> bool {
        let over = self.config.limits.memory.is_some_and(|limit| self.memory_in_use() > limit);
        if over {
            self.chain.forget();
        }
        over
    }

    /// Keeps the process below its limit of memory: what the solver remembers goes first, and then, if
    /// states leave too little for that, states: fairly, by lot.
    fn keep_below_memory(&mut self) {
        let Some(limit) = self.config.limits.memory else { return };
        if !self.relieve() {
            return;
        }
        let (used, share) = (self.memory_in_use(), limit / 4 * 3);
        if used <= share || self.states.len() < 2 {
            return;
        }
        // Enough of them to come a tenth below their share, if all are alike.
        let excess = (used - share + share / 10) as f64 / used as f64;
        let count =
            ((self.states.len() as f64 * excess).ceil() as usize).min(self.states.len() - 1);
        let mut doomed = BTreeSet::new();
        let ids: Vec<StateId> = self.states.keys().copied().collect();
        while doomed.len() < count {
            doomed.insert(ids[self.random.below(ids.len() as u64) as usize]);
        }
        let doomed: Vec<StateId> = doomed.into_iter().collect();
        let text = "ending states to stay below the limit of memory (--max-memory)".to_owned();
        if self.warned.insert(text.clone()) {
            (self.sink)(Event::Warning(&text));
        }
        for id in &doomed {
            if let Some(active) = self.states.remove(id) {
                self.finish(active, Halt::Exhausted(Limit::Memory));
            }
        }
        self.update(&Change { current: None, added: &[], removed: &doomed });
        self.figures.states = self.states.len() as u64;
    }

    fn retire_all(&mut self, limit: Limit) {
        // Other limits are met at the same point in every run, and so are the tests there are.
        if matches!(limit, Limit::Time | Limit::Interrupt) {
            self.closing.get_or_insert_with(|| Instant::now() + CLOSING);
        }
        while let Some((_, active)) = self.states.pop_first() {
            self.finish(active, Halt::Exhausted(limit));
        }
    }

    fn tell(&mut self) {
        self.measure();
        (self.sink)(Event::Progress(&self.figures));
    }

    /// Brings the figures that others keep up to date.
    fn measure(&mut self) {
        self.figures.memory_bytes = self.memory_in_use();
        let figures = &mut self.figures;
        figures.wall_s = self.started.elapsed().as_secs_f64();
        figures.states = self.states.len() as u64;
        figures.tally(&self.chain.tallies());
        figures.resolve_s = self.resolve_time.as_secs_f64();
        figures.states_made = u64::from(self.next);
        figures.exploration = self.digest.with_counts(&self.machine);
        figures.contents_bytes = self.config.weigh_contents.then_some(self.weighing.most);
        figures.objects = self.census.objects();
        figures.arrays = self.census.arrays();
        figures.largest_array_bytes = self.census.largest_array();
        figures.segments = self.census.segments();
        figures.largest_segment_bytes = self.census.largest_segment();
        if let Some(usage) = &self.config.host.usage {
            (figures.peak_rss_bytes, figures.user_s) = usage();
        }
        let coverage = self.machine.coverage();
        figures.covered_instructions = coverage.covered;
        figures.all_instructions = coverage.instructions;
        figures.covered_branches = coverage.sides;
        figures.full_branches = coverage.both;
        figures.partial_branches = coverage.one;
        figures.all_branches = 2 * coverage.branches;
    }

    fn outcome(mut self) -> Outcome {
        self.tell();
        self.figures.branching = self.branching();
        self.figures.multiple_resolutions = self.figures.branching.values().sum();
        Outcome {
            crowded: self.crowded(),
            exhaustive: self.ledger.is_empty(),
            reasons: self.ledger.reasons(),
            lines: self.machine.line_counts(),
            figures: self.figures,
            last: self.last,
        }
    }
}

/// What became of a state that ran.
enum Stepped {
    Kept(Box<Active>),
    /// It came to the end of a merge.
    Arrived(Box<Active>, u32),
    Forked(Box<Active>, Box<Active>),
    Ended,
}
