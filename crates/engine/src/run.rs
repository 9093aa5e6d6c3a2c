//! One run: picks states, runs them, forks and retires them, and keeps to the budgets.
//!
//! The clock is read between bursts. A burst ends after a number of instructions, or once the terms they build cost
//! too much, since a single instruction may build thousands. Both counts depend on the program only, and so does the
//! end of a burst.

mod figures;
mod gauge;
mod limits;
mod merge;
mod start;
mod states;
#[cfg(test)]
mod tests;
mod world;

pub(crate) use merge::Open;
pub use start::{StartError, run};

use std::rc::Rc;

use exec::{Fuel, Gate, Halt, Limit, Stop};
use memory::Census;
use search::{Change, StateId};

use crate::active::Active;
use crate::answer::{Answered, answer};
use crate::context::Context;
use crate::cycle;
use crate::decisions::Decisions;
use crate::ending;
use crate::outside::{self, Called};
use crate::record::{Digest, Weighing};
use crate::seed::Seeds;
use crate::{Crowded, Cut, Given, Outcome, Remains, Warning};
use merge::Merges;
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
}

/// What happened to a state that ran.
enum Stepped {
    Kept(Box<Active>),
    /// It reached the end of a merge.
    Arrived(Box<Active>, u32),
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    Forked(Box<Active>, Vec<Box<Active>>),
    Ended,
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
        let started = start::start(&mut self.cx, first)?;
        let mut started = self.wanted(started).into_iter();
        let Some(root) = started.next() else { return Ok(()) };
        let root = self.admit(root);
        self.update(&Change { current: None, added: &[root], removed: &[] });
        let others: Vec<StateId> = started.map(|other| self.admit(other)).collect();
        self.update(&Change { current: Some(root), added: &others, removed: &[] });
        self.explore_all();
        Ok(())
    }

    fn explore_all(&mut self) {
        loop {
            self.cx.inquiry.clock.set_waiting(self.states.len());
            if let Some(limit) = self.exhausted() {
                return self.retire_all(limit);
            }
            self.close_merges();
            let Some(id) = self.states.pick(&self.cx) else { return };
            if self.cx.config.weigh_contents {
                self.weighing.step(self.states.live());
            }
            let active = self.states.take(id).expect("searchers pick live states");
            self.cx.inquiry.clock.set_waiting(self.states.len());
            let stepped = self.step(active);
            let stepped = self.only_wanted(stepped);
            self.put_back(id, stepped);
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
        if !self.cx.config.seeding.alone {
            return stepped;
        }
        let (active, others, merge) = match stepped {
            Stepped::Kept(active) => (active, Vec::new(), None),
            Stepped::Forked(active, others) => (active, others, None),
            Stepped::Arrived(active, merge) => (active, Vec::new(), Some(merge)),
            Stepped::Ended => return Stepped::Ended,
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
        let (active, others, merge) = match stepped {
            Stepped::Kept(active) => (active, Vec::new(), None),
            Stepped::Forked(active, others) => (active, others, None),
            Stepped::Arrived(active, merge) => (active, Vec::new(), Some(merge)),
            Stepped::Ended => {
                return self.update(&Change { current: Some(id), added: &[], removed: &[id] });
            }
        };
        self.digest.note(active.number, &active.state);
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

    /// Runs a state until it forks, ends, or has run for a while.
    fn step(&mut self, mut active: Box<Active>) -> Stepped {
        let mut fuel = self.fuel(&active);
        loop {
            let ask = match self.run_on(&mut active, &mut fuel) {
                None => match outside::call(&mut self.cx, &mut active) {
                    Called::Done if fuel.about == 0 => return Stepped::Kept(active),
                    Called::Done => continue,
                    Called::Ask(ask) => ask,
                    Called::Halt(halt) => return self.end(active, halt),
                },
                Some(Stop::Fuel) => return self.pause(active),
                Some(Stop::Point(visit)) => match cycle::visit(&self.cx, &mut active, visit) {
                    Some(halt) => return self.end(active, halt),
                    None => continue,
                },
                Some(Stop::Merge(Gate::Open)) => {
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
            match answer(&mut self.cx, &mut active, ask) {
                Answered::Go if self.cx.is_over() || self.is_unwanted(&active) => {
                    return Stepped::Kept(active);
                }
                Answered::Go => {}
                Answered::Forked(others) => return Stepped::Forked(active, others),
                Answered::Halt(halt) => return self.end(active, halt),
            }
        }
    }

    /// Runs a state as far as its fuel goes, unless a call has to be made first.
    fn run_on(&mut self, active: &mut Active, fuel: &mut Fuel) -> Option<Stop> {
        if active.waits() {
            return None;
        }
        let before = active.state.instructions;
        let stop = self.cx.burst(active, *fuel);
        let executed = active.state.instructions - before;
        self.states.ran(&active.state, executed);
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
        self.digest.note(active.number, &active.state);
        let halt = ending::checked(&self.cx, &active, halt);
        let began = self.cx.inquiry.clock.ending();
        ending::finish(&mut self.cx, active, halt);
        self.cx.inquiry.clock.ended(began);
        Stepped::Ended
    }

    /// Reports the figures as they are now.
    fn tell_progress(&mut self) {
        let Context { machine, config, inquiry, record, .. } = &mut self.cx;
        let figures = &mut record.figures;
        figures.take_inquiry(inquiry);
        figures.take_census(&self.census);
        figures.take_coverage(machine);
        figures.memory_bytes = config.memory_in_use();
        figures.states = self.states.len() as u64;
        figures.states_made = self.states.made();
        figures.exploration = self.digest.with_counts(machine);
        figures.contents_bytes = config.weigh_contents.then_some(self.weighing.most);
        if let Some(usage) = &config.host.usage {
            (figures.peak_rss_bytes, figures.user_s) = usage();
        }
        record.progress();
    }

    fn outcome(mut self) -> Outcome {
        self.tell_progress();
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
