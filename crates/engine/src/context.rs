//! What a path may use of its run: the program, the settings, the inquiry and the record.
//!
//! It has no access to other states: the code that answers, calls or ends one path gets this and that path only.

use std::time::Duration;

use exec::{Fuel, Machine, Note, Stop, burst};
use random::Random;
use search::Work;
use solver::{Chain, Unknown};
use term::{Term, Terms};

use crate::active::Active;
use crate::allocation_contexts::AllocationContexts;
use crate::inquiry::{Clock, Inquiry};
use crate::record::Record;
use crate::saving::{self, Journal};
use crate::{Config, Cut, Emit, Event, Finding, Warning};

pub(crate) struct Context<'a> {
    pub machine: Machine,
    pub config: &'a Config,
    pub inquiry: Inquiry,
    pub record: Record<'a>,
    pub contexts: AllocationContexts,
    /// The tree of the run, if it is saved.
    pub journal: Option<Journal>,
    /// For decisions at random.
    lots: Random,
}

impl<'a> Context<'a> {
    pub fn new(
        machine: Machine,
        config: &'a Config,
        chain: Chain,
        sink: &'a mut dyn FnMut(Event<'_>),
    ) -> Context<'a> {
        let clock = Clock::new(&config.limits, &config.host);
        let mut record = Record::new(sink);
        if config.emit.line_coverage {
            record.take_source_lines(machine.program().source_lines());
        }
        let calls = match config.finding {
            Finding::Context(calls) => calls,
            Finding::Lane | Finding::Scan => 0,
        };
        Context {
            contexts: AllocationContexts::new(machine.call_stacks(), calls),
            inquiry: Inquiry::new(chain, machine.terms().clone(), clock),
            journal: config.saving.as_ref().map(Journal::new),
            machine,
            config,
            record,
            lots: Random::new(config.search.seed ^ 0x5bd1_e995),
        }
    }

    pub fn terms(&self) -> &Terms {
        self.inquiry.terms()
    }

    pub fn coin(&mut self) -> bool {
        self.lots.coin() == 1
    }

    /// One of this many, at random.
    pub fn lot(&mut self, count: usize) -> usize {
        self.lots.below(count as u64) as usize
    }

    /// The work done so far. Time is included only for searchers that use it.
    pub fn work(&self) -> Work {
        let time = match self.config.search.is_timed() {
            true => self.inquiry.clock.elapsed(),
            false => Duration::ZERO,
        };
        Work { instructions: self.record.figures.instructions, time }
    }

    /// Counts a call that leaves the program.
    pub fn count_outside_call(&mut self) {
        if !self.inquiry.is_following() {
            self.record.figures.outside_calls += 1;
        }
    }

    /// Instructions executed in this part of the run.
    pub fn executed(&self) -> u64 {
        self.record.figures.instructions - self.record.before().instructions
    }

    /// Fuel for about this many instructions, or as many as the run may still execute.
    pub fn fuel(&self, about: u64) -> Fuel {
        let limit = self.config.limits.instructions;
        let done = self.executed();
        let most = limit.map_or(u64::MAX, |limit| limit.saturating_sub(done));
        Fuel { about: about.min(most), most }
    }

    /// Enters in the ledger that something was cut short or approximated at the current location of a path.
    pub fn cut(&mut self, active: &Active, cut: Cut) {
        self.record.cut(cut, &self.machine.trace(&active.state));
    }

    /// Enters that a path gave up one side of a decision, since the solver gave no verdict on it.
    pub fn undecided(&mut self, active: &Active, why: Unknown) {
        self.record.undecided(why, &self.machine.trace(&active.state));
    }

    /// Whether memory that was never written can make a difference to a term on a path, in a run where that is not a
    /// fault. Without a verdict it may; but if the run is over before there is one, nothing is known, and what depends
    /// on it has to wait.
    pub fn may_be_undefined(&mut self, active: &Active, term: &Term) -> Option<bool> {
        if self.config.checks.uninitialised {
            return Some(false);
        }
        match self.inquiry.may_be_undefined(&active.state.path, term) {
            None if !self.inquiry.clock.is_over() => Some(true),
            verdict => verdict,
        }
    }

    /// Drops the seeds of a path that do not fit the input it asked for, with a warning each.
    pub fn fit_seeds(&mut self, active: &mut Active) {
        for misfit in active.seeds.fit(&active.state.inputs) {
            self.record.warn(&Warning::Seed(misfit));
        }
    }

    /// Runs a state, and records what it executed and reported.
    pub fn burst(&mut self, active: &mut Active, fuel: Fuel) -> Stop {
        match self.config.emit.instructions {
            true => self.steps(active, fuel),
            false => self.burst_silently(active, fuel),
        }
    }

    /// Runs a state one instruction at a time, and reports each. An instruction that asks counts only once it is
    /// executed.
    fn steps(&mut self, active: &mut Active, mut fuel: Fuel) -> Stop {
        loop {
            let location = self.machine.next_location(&active.state);
            let before = active.state.instructions;
            let one = Fuel { about: fuel.about.min(1), most: fuel.most.min(1) };
            let stop = self.burst_silently(active, one);
            let executed = active.state.instructions - before;
            if let Some(location) = location
                && (executed > 0 || matches!(stop, Stop::Halt(_)))
            {
                self.record.executed(active.number, &location);
            }
            fuel = fuel.after(executed);
            if !matches!(stop, Stop::Fuel) || executed == 0 || fuel.about == 0 {
                return stop;
            }
        }
    }

    fn burst_silently(&mut self, active: &mut Active, fuel: Fuel) -> Stop {
        let (before, covered) = (active.state.instructions, self.machine.covered());
        let stop = burst(&self.machine, &mut active.state, fuel);
        let executed = active.state.instructions - before;
        match &self.inquiry.tape {
            Some(tape) if tape.is_following() => self.record.resumed().instructions += executed,
            _ => self.record.figures.instructions += executed,
        }
        if !active.state.notes.is_empty() {
            self.tell_notes(active);
        }
        if active.state.memory.take_refused() {
            self.cut(active, Cut::RefusedObject);
        }
        if self.machine.covered() > covered {
            self.note_new(active);
        }
        stop
    }

    /// Reports the notes of a state's last burst. Its path has not changed since.
    fn tell_notes(&mut self, active: &mut Active) {
        for note in std::mem::take(&mut active.state.notes) {
            match note {
                Note::Warning(text) => self.record.warn(&Warning::Program(text)),
                Note::WarningOnce(text) => self.record.warn_once(Warning::Program(text)),
                Note::Lines(lines) => self.record.note(&lines),
                Note::Range { name, term } => {
                    let range = self.inquiry.range(&active.state.path, &term);
                    self.record.note(&[format!("{name}:{range}")]);
                }
            }
        }
    }

    /// Notes that a state reached something new, and gives it the lines that it was the first to reach.
    fn note_new(&mut self, active: &mut Active) {
        active.last_new = Some(active.state.instructions);
        active.covered_new = true;
        let Emit { lines, line_coverage, .. } = self.config.emit;
        let mut new = Vec::new();
        if lines || line_coverage {
            new = self.record.new_lines(self.machine.take_fresh_lines());
            if lines {
                active.lines.extend(new.iter().cloned());
            }
        }
        if self.journal.is_some() {
            saving::reached(self, &new);
        }
    }
}
