//! One run: picks states, runs them, forks and retires them, and keeps to the budgets.
//!
//! The clock is read between bursts. A burst ends after a number of instructions, or once the terms they build cost
//! too much, since a single instruction may build thousands. Both counts depend on the program only, and so does the
//! end of a burst.

mod figures;
mod gauge;
mod limits;
mod merge;
mod resumption;
mod start;
mod states;
#[cfg(test)]
mod tests;
mod world;

pub(crate) use merge::Open;
pub use start::{StartError, run};

use std::rc::Rc;

use exec::{Cause, Fuel, Gate, Halt, Inconclusive, Limit, Stop};
use memory::Census;
use search::{Change, StateId};
use tree::{Child, How, NodeId};

use crate::active::Active;
use crate::answer::{Answered, answer};
use crate::context::Context;
use crate::cycle;
use crate::decisions::Decisions;
use crate::ending;
use crate::inquiry::Side;
use crate::outside::{self, Called};
use crate::record::{Digest, Weighing};
use crate::saving::{self, Journal, Position, Tape};
use crate::seed::Seeds;
use crate::{Crowded, Cut, Given, Outcome, Remains, Warning};
use merge::Merges;
use resumption::Resumption;
use states::States;

/// Budgets are checked after this many instructions of a state that is alone and has no symbolic input.
const ALONE: u64 = 1 << 20;
/// The same for any other state: an instruction on terms may take a thousand times as long as one on numbers.
const SHARED: u64 = 1 << 14;

struct Run<'a> {
    cx: Context<'a>,
    states: States,
    merges: Merges,
    /// Counts of what the states of the run allocated.
    census: Rc<Census>,
    digest: Digest,
    weighing: Weighing,
    /// The run that it goes on with.
    resumption: Option<Resumption>,
}

/// What happened to a state that ran.
enum Stepped {
    Kept(Box<Active>),
    /// It reached the end of a merge.
    Arrived(Box<Active>, u32),
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    Forked(Box<Active>, Vec<Box<Active>>),
    Ended,
    /// It cannot follow the earlier run any further.
    Lost(Box<Active>),
}

impl<'a> Run<'a> {
    fn new(cx: Context<'a>, census: Rc<Census>) -> Run<'a> {
        Run {
            states: States::new(&cx.config.search, &cx.machine),
            cx,
            merges: Merges::default(),
            census,
            digest: Digest::default(),
            weighing: Weighing::default(),
            resumption: None,
        }
    }

    /// Explores all paths, or those of given tests.
    fn follow(&mut self, mut first: Active) -> Result<(), StartError> {
        match &self.cx.config.given {
            Given::None => self.explore(first),
            Given::Seeds(tests) => {
                first.seeds = Seeds::new(self.cx.terms(), tests, self.cx.config.seeding);
                self.explore(first)
            }
            Given::Paths(paths) => {
                self.cx.record.cut_everywhere(Cut::Followed, paths.len() as u64);
                for path in paths {
                    let mut active = first.clone();
                    active.decisions = Decisions::following(path);
                    self.explore(active)?;
                }
                Ok(())
            }
            Given::Replay(tests) => {
                self.cx.record.cut_everywhere(Cut::Replayed, tests.len() as u64);
                for test in tests {
                    let mut active = first.clone();
                    active.state.given = Some(Rc::clone(test));
                    self.explore(active)?;
                }
                Ok(())
            }
        }
    }

    fn explore(&mut self, first: Active) -> Result<(), StartError> {
        let saving = self.cx.config.saving.clone();
        let from = saving.as_ref().and_then(|saving| Some((saving.from.clone()?, saving.pruning)));
        if let Some((saved, _)) = &from {
            self.restore(&first, saved)?;
        }
        let mut started = start::start(&mut self.cx, first)?;
        // A run that was killed at once has not recorded how it began.
        if let Some((saved, pruning)) = from.filter(|(saved, _)| !saved.is_blank()) {
            let resumption = Resumption::new(&saved, pruning, started);
            self.resume(resumption.ok_or(StartError::OtherStart)?);
            self.explore_all();
            return Ok(());
        }
        if saving.is_some() {
            self.record_start(&mut started);
        }
        let mut started = self.wanted(started).into_iter();
        let Some(root) = started.next() else { return Ok(()) };
        let root = self.admit(root);
        self.update(&Change { current: None, added: &[root], removed: &[] });
        let others: Vec<StateId> = started.map(|other| self.admit(other)).collect();
        self.update(&Change { current: Some(root), added: &others, removed: &[] });
        self.explore_all();
        Ok(())
    }

    /// Records the paths that the program begins with.
    fn record_start(&mut self, started: &mut [Box<Active>]) {
        self.cx.inquiry.tape = Some(Tape::recording(NodeId(0)));
        let mut tapes = match &*started {
            [] => Vec::new(),
            [_] => vec![self.cx.inquiry.tape.take()],
            [first, ..] => {
                let children = vec![Child::Taken; started.len()];
                saving::new_fork(&mut self.cx, first, &children, Cause::COUNT as u8)
            }
        };
        self.cx.inquiry.tape = None;
        for active in started.iter_mut().rev() {
            active.tape = tapes.pop().flatten();
        }
    }

    fn explore_all(&mut self) {
        let mut followed = None;
        loop {
            self.cx.inquiry.clock.set_waiting(self.states.len());
            self.save_if_due();
            if let Some(limit) = self.exhausted() {
                return self.retire_all(limit);
            }
            self.close_merges();
            let Some(id) = followed.or_else(|| self.states.pick(&self.cx)) else { return };
            self.awake(id);
            if self.cx.config.weigh_contents {
                self.weighing.step(self.states.live());
            }
            let active = self.states.take(id).expect("searchers pick live states");
            self.cx.inquiry.clock.set_waiting(self.states.len());
            let stepped = self.step(active);
            let stepped = self.only_wanted(stepped);
            self.put_back(id, stepped);
            followed = Some(id).filter(|id| self.states.is_followed(*id));
        }
    }

    /// Of some states, those that go on: all, or those that a seed takes.
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    fn wanted(&mut self, mut states: Vec<Box<Active>>) -> Vec<Box<Active>> {
        let before = states.len();
        states.retain(|active| !self.is_unwanted(active));
        if states.len() < before {
            self.cx.record.cut_everywhere(Cut::Unseeded, (before - states.len()) as u64);
        }
        states
    }

    fn is_unwanted(&self, active: &Active) -> bool {
        self.cx.config.seeding.alone && active.seeds.is_empty()
    }

    /// What happened to a state, without the forks that are not wanted.
    fn only_wanted(&mut self, stepped: Stepped) -> Stepped {
        let follows = matches!(&stepped, Stepped::Kept(active) | Stepped::Forked(active, _) if active.is_following());
        if !self.cx.config.seeding.alone || follows {
            return stepped;
        }
        let (active, others, merge) = match stepped {
            Stepped::Kept(active) => (active, Vec::new(), None),
            Stepped::Forked(active, others) => (active, others, None),
            Stepped::Arrived(active, merge) => (active, Vec::new(), Some(merge)),
            Stepped::Ended | Stepped::Lost(_) => return stepped,
        };
        let number = active.number;
        let mut wanted = self.wanted(std::iter::once(active).chain(others).collect()).into_iter();
        let Some(mut first) = wanted.next() else { return Stepped::Ended };
        // It takes the place of the state that forked.
        first.number = number;
        match merge {
            Some(merge) => Stepped::Arrived(first, merge),
            None if wanted.len() == 0 => Stepped::Kept(first),
            None => Stepped::Forked(first, wanted.collect()),
        }
    }

    /// Puts back a state that ran, together with its forks.
    fn put_back(&mut self, id: StateId, stepped: Stepped) {
        let has_forked = matches!(stepped, Stepped::Forked(..));
        let (active, mut others, merge) = match stepped {
            Stepped::Kept(active) => (active, Vec::new(), None),
            Stepped::Forked(active, others) => (active, others, None),
            Stepped::Arrived(active, merge) => (active, Vec::new(), Some(merge)),
            Stepped::Lost(active) => return self.lose(id, active),
            Stepped::Ended => {
                return self.update(&Change { current: Some(id), added: &[], removed: &[id] });
            }
        };
        self.digest.note(active.number, &active.state);
        if let Some(resumption) = &mut self.resumption {
            let followed = others.extract_if(.., |other| other.is_following());
            followed.for_each(|other| resumption.keep(other));
            if has_forked {
                resumption.has_forked(&active);
            }
        }
        self.states.put(id, active);
        let added: Vec<StateId> = others.into_iter().map(|other| self.admit(other)).collect();
        self.update(&Change { current: Some(id), added: &added, removed: &[] });
        match merge {
            Some(merge) if self.merges.wait(merge, id) => self.states.pause(id),
            Some(_) => {}
            None => self.keep_below_memory(),
        }
    }

    fn admit(&mut self, active: Box<Active>) -> StateId {
        let id = self.states.admit(active);
        self.cx.record.set_states(self.states.len());
        id
    }

    fn update(&mut self, change: &Change<'_>) {
        self.states.update(&self.cx, change);
    }

    /// Merges the paths of every merge that is complete, and lets them go on.
    fn close_merges(&mut self) {
        while let Some(gone) = self.merges.close(&mut self.states, &self.cx.inquiry.clock) {
            self.update(&Change { current: None, added: &[], removed: &gone });
            self.cx.record.set_states(self.states.len());
        }
    }

    /// Writes the tree of the run, if it is time.
    fn save_if_due(&mut self) {
        let Some(journal) = &self.cx.journal else { return };
        // A program without input has nothing to save.
        let has_input = || self.states.live().values().any(|one| !one.state.inputs.is_empty());
        if journal.is_due(self.cx.inquiry.clock.elapsed()) && (journal.has_file() || has_input()) {
            self.take_figures();
            saving::save(&mut self.cx);
        }
    }

    /// Runs a state until it forks, ends, or has run for a while.
    fn step(&mut self, mut active: Box<Active>) -> Stepped {
        self.cx.inquiry.begin(active.tape.take());
        self.cx.record.mute(self.cx.inquiry.is_following());
        let mut stepped = match self.is_refuted(&mut active) {
            None => self.run_for_a_while(active),
            Some(None) => Stepped::Ended,
            Some(Some(halt)) => self.end(active, halt),
        };
        self.cx.inquiry.stop_following();
        let tape = saving::pause(&mut self.cx);
        self.cx.record.mute(false);
        if let Stepped::Kept(active)
        | Stepped::Arrived(active, _)
        | Stepped::Forked(active, _)
        | Stepped::Lost(active) = &mut stepped
        {
            active.tape = tape;
        }
        stepped
    }

    /// Finds out whether a path is feasible, if that is not known: none if it is, otherwise how it ends, if that is told.
    fn is_refuted(&mut self, active: &mut Active) -> Option<Option<Halt>> {
        if !self.cx.inquiry.tape.as_ref().is_some_and(Tape::is_doubtful) {
            return None;
        }
        let limits = self.cx.inquiry.clock.question();
        match self.cx.inquiry.is_feasible(&active.state.path, &limits) {
            Side::Feasible(_) => {
                self.cx.inquiry.tape.as_mut().map(Tape::trust);
                None
            }
            Side::Infeasible => {
                saving::end(&mut self.cx, active, How::Infeasible, None);
                Some(None)
            }
            Side::Undecided(why) => Some(Some(Halt::Inconclusive(Inconclusive::Unknown(why)))),
        }
    }

    fn run_for_a_while(&mut self, mut active: Box<Active>) -> Stepped {
        let mut fuel = self.fuel(&active);
        loop {
            let ask = match self.run_on(&mut active, &mut fuel) {
                None => match outside::call(&mut self.cx, &mut active) {
                    Called::Done if fuel.about == 0 => return Stepped::Kept(active),
                    Called::Done => continue,
                    Called::Ask(ask) => ask,
                    Called::Waits => return Stepped::Kept(active),
                    Called::Halt(halt) => return self.end(active, halt),
                },
                Some(Stop::Fuel) => return self.pause(active),
                Some(Stop::Point(visit)) => match cycle::visit(&self.cx, &mut active, visit) {
                    Some(halt) => return self.end(active, halt),
                    None => continue,
                },
                Some(Stop::Merge(Gate::Open)) => {
                    saving::begin_merge(&mut self.cx, &mut active);
                    self.merges.open(&mut active);
                    continue;
                }
                Some(Stop::Merge(Gate::Close)) => match active.merges.pop() {
                    Some(open) => return Stepped::Arrived(active, open.number()),
                    None => {
                        self.cx.record.warn(&Warning::UnopenedMerge);
                        continue;
                    }
                },
                Some(Stop::System { number, args }) => {
                    outside::begin_system(&mut self.cx, &mut active, number, args);
                    continue;
                }
                Some(Stop::External(external)) => {
                    outside::begin_external(&mut self.cx, &mut active, external);
                    continue;
                }
                Some(Stop::Failed(errno)) => {
                    match outside::set_errno(&mut self.cx, &mut active, errno as i32) {
                        Ok(()) => continue,
                        Err(halt) => return self.end(active, halt),
                    }
                }
                Some(Stop::Returned(_)) => unreachable!("nothing was called from outside"),
                Some(Stop::Ask(ask)) => ask,
                Some(Stop::Halt(halt)) => return self.end(active, halt),
            };
            let answered = answer(&mut self.cx, &mut active, ask);
            let mut doubtful = false;
            if let Some(tape) = &self.cx.inquiry.tape {
                if tape.is_lost() {
                    return Stepped::Lost(active);
                }
                doubtful = tape.is_doubtful();
            }
            match answered {
                Answered::Followed => self.remember_fork(&mut active),
                Answered::Go
                    if doubtful || self.cx.inquiry.clock.is_over() || self.is_unwanted(&active) =>
                {
                    return Stepped::Kept(active);
                }
                Answered::Go => {}
                Answered::Forked(others) => return Stepped::Forked(active, others),
                Answered::Halt(halt) => return self.end(active, halt),
            }
        }
    }

    /// A state that is followed has forked.
    fn remember_fork(&mut self, active: &mut Active) {
        if let Some(resumption) = &mut self.resumption {
            active.tape = self.cx.inquiry.tape.take();
            resumption.has_forked(active);
            self.cx.inquiry.tape = active.tape.take();
        }
    }

    /// Runs a state as far as its fuel goes, unless a call has to be made first.
    fn run_on(&mut self, active: &mut Active, fuel: &mut Fuel) -> Option<Stop> {
        if active.call.is_some() {
            return None;
        }
        let before = active.state.instructions;
        let stop = self.cx.burst(active, *fuel);
        let executed = active.state.instructions - before;
        if let Some(call_paths) = &mut self.states.gauge.call_paths {
            call_paths.ran(&active.state, executed);
        }
        *fuel = fuel.after(executed);
        Some(stop)
    }

    fn fuel(&self, active: &Active) -> Fuel {
        let is_plain = self.states.is_empty() && active.state.inputs.is_empty();
        self.cx.fuel(if is_plain { ALONE } else { SHARED })
    }

    fn pause(&mut self, mut active: Box<Active>) -> Stepped {
        active.collect();
        let most = self.cx.config.limits.program_memory;
        if most.is_some_and(|most| active.state.memory.objects().live_bytes() > most) {
            return self.end(active, Halt::Exhausted(Limit::Memory));
        }
        Stepped::Kept(active)
    }

    fn end(&mut self, active: Box<Active>, halt: Halt) -> Stepped {
        if self.is_lost(&halt) {
            return Stepped::Lost(active);
        }
        if self.cx.journal.is_some()
            && self.cx.inquiry.clock.is_over()
            && !matches!(halt, Halt::Exhausted(_))
        {
            // There is no time for its least model: it is cut short, and ends when the run goes on.
            return Stepped::Kept(active);
        }
        self.digest.note(active.number, &active.state);
        let halt = ending::checked(&self.cx, &active, halt);
        let began = self.cx.inquiry.clock.ending();
        ending::finish(&mut self.cx, active, halt);
        self.cx.inquiry.clock.ended(began);
        Stepped::Ended
    }

    /// Whether a path that ends does not end where it did in the earlier run.
    fn is_lost(&mut self, halt: &Halt) -> bool {
        let Some(tape) = &mut self.cx.inquiry.tape else { return false };
        if let Position::Following(following) = tape.position()
            && !following.is_at_end()
            && !matches!(halt, Halt::Exhausted(_))
        {
            tape.lose();
        }
        tape.is_lost()
    }

    /// Reports the figures as they are now.
    fn tell_progress(&mut self) {
        self.take_figures();
        self.cx.record.progress();
    }

    /// Takes over the figures that other parts keep.
    fn take_figures(&mut self) {
        let Context { machine, config, inquiry, record, .. } = &mut self.cx;
        let figures = &mut record.figures;
        figures.take_inquiry(inquiry);
        figures.take_census(&self.census);
        figures.take_coverage(machine);
        figures.memory_bytes = config.memory_in_use();
        figures.states = (self.states.len() + self.states.stubs()) as u64;
        figures.states_made = self.states.made();
        figures.exploration = self.digest.with_counts(machine);
        figures.contents_bytes = config.weigh_contents.then_some(self.weighing.most);
        if let Some(usage) = &config.host.usage {
            (figures.peak_rss_bytes, figures.user_s) = usage();
        }
        let before = record.before().clone();
        record.figures.add(&before);
    }

    fn outcome(mut self) -> Outcome {
        self.take_figures();
        if self.cx.journal.as_ref().is_some_and(Journal::has_file) {
            saving::save(&mut self.cx);
        }
        self.cx.record.progress();
        if self.cx.config.remains == Remains::Left {
            self.cx.inquiry.leave();
        }
        let Context { machine, mut record, .. } = self.cx;
        let mut branching = self.census.at_once();
        record.accesses.count_into(&mut branching);
        record.figures.multiple_resolutions = branching.values().sum();
        record.figures.branching = branching;
        let crowded = record.accesses.crowded().and_then(|(accesses, site)| {
            let place = machine.source(site)?;
            Some(Crowded { accesses, file: place.file, line: place.line })
        });
        let resolutions = figures::resolutions(&machine, &record.accesses);
        let arrays = figures::arrays(&machine, &self.census);
        let loops = figures::loops(&machine);
        Outcome { loops, ..record.outcome(crowded, resolutions, arrays, machine.line_counts()) }
    }
}
