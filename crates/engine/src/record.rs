//! The part of a run that records: events, figures, and the ledger.
//!
//! Everything a run reports goes through here, so that nothing is reported twice, and the ledger has an entry for
//! everything that makes the run less than exhaustive. It knows neither states nor a program: callers say where
//! something happened.

mod accesses;
mod digest;
mod fault_site;
mod figures;
mod ledger;
mod tally;
#[cfg(test)]
mod tests;
mod weighing;

pub(crate) use accesses::{AccessId, Accesses, Several};
pub(crate) use digest::Digest;
pub(crate) use fault_site::FaultSite;
pub(crate) use weighing::Weighing;

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use env::Stream;
use exec::{Halt, Inconclusive, LineCounts, Location, Trace};
use ledger::Ledger;
use solver::Unknown;
use tree::How;

use crate::saving::Totals;
use crate::{
    ArrayLines, Crowded, Cut, Event, Figures, FileCoverage, LineResolutions, Outcome, PathEnd,
    Reason, Resumed, Warning,
};

/// How often figures are reported.
const PROGRESS: Duration = Duration::from_millis(250);

pub(crate) struct Record<'a> {
    sink: &'a mut dyn FnMut(Event<'_>),
    pub figures: Figures,
    ledger: Ledger,
    pub accesses: Accesses,
    told: Told,
    /// The source lines of the program, if their coverage is asked for.
    source_lines: BTreeSet<(Rc<str>, u32)>,
    last: Option<PathEnd>,
    /// Whether a path has ended in a way that ends the run.
    last_met: bool,
    /// What earlier parts of the run counted.
    before: Figures,
    /// Of the ends that were counted, those of paths that are tried again when the run goes on.
    tried_again: Ends,
    /// Whether nothing is told: a path is followed that was told already.
    muted: bool,
    /// When figures were last reported, counted from the start of the run.
    progress: Duration,
}

/// Ends of paths, by the figure that counts them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Ends {
    pub completed: u64,
    pub faulted: u64,
    pub partial: u64,
}

/// What has been reported, for things that are reported once. Never iterated: only looked up.
#[derive(Default)]
struct Told {
    /// Faults that have a test, by their keys,
    faults: BTreeSet<u64>,
    /// but for these, whose tests could not be made.
    untested: BTreeSet<u64>,
    warnings: HashSet<Warning>,
    /// Files of the host that the program was not shown.
    hidden: HashSet<PathBuf>,
    /// Lines that some path reached.
    lines: HashSet<(Rc<str>, u32)>,
}

impl<'a> Record<'a> {
    pub fn new(sink: &'a mut dyn FnMut(Event<'_>)) -> Record<'a> {
        Record {
            sink,
            figures: Figures::default(),
            ledger: Ledger::default(),
            accesses: Accesses::default(),
            told: Told::default(),
            source_lines: BTreeSet::new(),
            last: None,
            last_met: false,
            before: Figures::default(),
            tried_again: Ends::default(),
            muted: false,
            progress: Duration::ZERO,
        }
    }

    /// A path wrote something.
    pub fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.tell(Event::Output(stream, bytes));
    }

    /// Tells something, unless it was told in an earlier run.
    pub fn tell(&mut self, event: Event<'_>) {
        if !self.muted {
            (self.sink)(event);
        }
    }

    /// Whether everything was told already.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    pub fn is_muted(&self) -> bool {
        self.muted
    }

    /// Goes on from what an earlier run counted.
    pub fn resume(&mut self, totals: &Totals) {
        self.before = totals.figures();
        self.figures = Figures { resumed: Some(Resumed::default()), ..totals.figures() };
        self.told.faults.extend(totals.faults());
        totals.ledger().for_each(|(entry, count)| self.ledger.restore(entry, count));
    }

    /// An end that an earlier part of the run counted does not count.
    pub fn reopen(&mut self, end: &tree::End) {
        for figures in [&mut self.before, &mut self.figures] {
            let count = match end.how {
                How::Exit | How::Silent => &mut figures.completed,
                How::Fault => &mut figures.faulted,
                How::Unsupported => &mut figures.partial,
                How::Limit | How::Inconclusive | How::Infeasible | How::Merged => continue,
            };
            *count = count.saturating_sub(1);
        }
    }

    /// What earlier parts of the run counted.
    pub fn before(&self) -> &Figures {
        &self.before
    }

    /// Figures about an earlier run.
    pub fn resumed(&mut self) -> &mut Resumed {
        self.figures.resumed.get_or_insert_default()
    }

    /// Why the run is not exhaustive.
    pub fn reasons(&self) -> Vec<Reason> {
        self.ledger.reasons()
    }

    /// Of the ends that were counted, those of paths that are tried again when the run goes on.
    pub fn tried_again(&self) -> Ends {
        self.tried_again
    }

    /// The keys of faults that have a test, or will never have one.
    pub fn faults(&self) -> Vec<u64> {
        self.told.faults.difference(&self.told.untested).copied().collect()
    }

    /// A state executed an instruction.
    pub fn executed(&mut self, state: u32, location: &Location) {
        self.tell(Event::Executed(state, location));
    }

    /// The program asked for these lines.
    pub fn note(&mut self, lines: &[String]) {
        self.tell(Event::Note(lines));
    }

    pub fn warn(&mut self, warning: &Warning) {
        self.tell(Event::Warning(warning));
    }

    /// A warning that is given once in a run.
    pub fn warn_once(&mut self, warning: Warning) {
        if !self.muted && !self.told.warnings.contains(&warning) {
            self.warn(&warning);
            self.told.warnings.insert(warning);
        }
    }

    /// A file of the host that the program was not shown; each is reported once.
    pub fn hidden(&mut self, path: &Path) {
        if !self.muted && self.told.hidden.insert(path.to_owned()) {
            (self.sink)(Event::Hidden(path));
        }
    }

    /// Enters in the ledger that something was cut short or approximated; the first time at a line is worth a
    /// warning.
    pub fn cut(&mut self, cut: Cut, trace: &Trace) {
        if self.muted {
            return;
        }
        if let Some(warning) = self.ledger.enter(cut, trace) {
            self.warn(&warning);
        }
    }

    /// Enters that a path went another way than in the saved run. A warning says more.
    pub fn diverged(&mut self, trace: &Trace) {
        self.ledger.enter(Cut::Diverged, trace);
    }

    /// Enters something that concerns the whole run.
    pub fn cut_everywhere(&mut self, cut: Cut, count: u64) {
        self.ledger.enter_for_all(cut, count);
    }

    /// One side of a decision was given up, since there is no verdict on it.
    pub fn undecided(&mut self, why: Unknown, trace: &Trace) {
        if self.muted {
            return;
        }
        self.figures.partial += 1;
        self.tried_again.partial += 1;
        self.cut(Cut::Inconclusive(Inconclusive::Unknown(why)), trace);
    }

    /// Enters why a path has no test. Its end is reported anyway, so this gives no warning.
    pub fn no_test(&mut self, why: Unknown, trace: &Trace) {
        self.ledger.enter(Cut::NoTest(why), trace);
    }

    /// Counts the end of a path, and enters it in the ledger if it was cut short. The end itself is reported, so
    /// this gives no warning.
    pub fn count_end(&mut self, halt: &Halt, trace: &Trace) {
        match halt {
            Halt::Exit(_) | Halt::Silent => self.figures.completed += 1,
            Halt::Fault(_) => self.figures.faulted += 1,
            Halt::Unsupported(_) | Halt::Exhausted(_) | Halt::Inconclusive(_) => {
                self.figures.partial += 1;
            }
        }
        if let Some(cut) = Cut::of(halt) {
            self.ledger.enter(cut, trace);
        }
    }

    /// A path that was counted is tried again when the run goes on, be it only because there was no time for its test.
    pub fn try_again(&mut self, halt: &Halt) {
        match halt {
            Halt::Exit(_) | Halt::Silent => self.tried_again.completed += 1,
            Halt::Fault(_) => self.tried_again.faulted += 1,
            Halt::Unsupported(_) | Halt::Exhausted(_) | Halt::Inconclusive(_) => {
                self.tried_again.partial += 1;
            }
        }
    }

    /// A fault has no test yet, and gets one when the run goes on.
    pub fn lacks_test(&mut self, site: FaultSite) {
        self.told.untested.insert(site.key());
    }

    /// A path ended that an earlier run counted: it is not counted twice.
    pub fn count_again(&mut self, halt: &Halt) {
        self.figures.tests -= 1;
        match halt {
            Halt::Exit(_) | Halt::Silent => self.figures.completed -= 1,
            Halt::Fault(_) => self.figures.faulted -= 1,
            Halt::Unsupported(_) => self.figures.partial -= 1,
            Halt::Exhausted(_) | Halt::Inconclusive(_) => {}
        }
    }

    /// Tests emitted in this part of the run.
    pub fn new_tests(&self) -> u64 {
        self.figures.tests - self.before.tests
    }

    /// A fault that gets a test was found; the test is made next.
    pub fn found(&mut self, end: &PathEnd) {
        (self.sink)(Event::Found(end));
    }

    /// Notes that a path ended in a way that ends the run.
    pub fn meet_last(&mut self) {
        self.last_met = true;
    }

    pub fn is_last_met(&self) -> bool {
        self.last_met
    }

    /// A path ended.
    pub fn path(&mut self, end: &PathEnd) {
        (self.sink)(Event::Path(end));
    }

    /// A further fault of the path reported last.
    pub fn beside(&mut self, end: &PathEnd) {
        (self.sink)(Event::Beside(end));
    }

    /// Keeps the end of a path as that of the last one.
    pub fn keep_last(&mut self, end: PathEnd) {
        self.last = Some(end);
    }

    /// Whether a fault is the first of its kind at its site; the next one is not.
    pub fn is_new_fault(&mut self, site: FaultSite) -> bool {
        self.told.faults.insert(site.key())
    }

    /// Takes note of the source lines that the program has.
    pub fn take_source_lines(&mut self, lines: BTreeSet<(Rc<str>, u32)>) {
        self.figures.all_lines = lines.len() as u64;
        self.source_lines = lines;
    }

    /// Those of these lines that no path had reached before.
    pub fn new_lines(&mut self, mut lines: Vec<(Rc<str>, u32)>) -> Vec<(Rc<str>, u32)> {
        lines.retain(|line| self.told.lines.insert(line.clone()));
        let counted = lines.iter().filter(|line| self.source_lines.contains(line));
        self.figures.covered_lines += counted.count() as u64;
        lines
    }

    /// How much of each source file was covered.
    fn file_coverage(&self) -> Vec<FileCoverage> {
        let mut files: Vec<FileCoverage> = Vec::new();
        for line in &self.source_lines {
            if files.last().is_none_or(|last| last.file != line.0) {
                files.push(FileCoverage { file: Rc::clone(&line.0), lines: Vec::new() });
            }
            if let Some(file) = files.last_mut() {
                file.lines.push((line.1, self.told.lines.contains(line)));
            }
        }
        files
    }

    /// How many forks there were.
    pub fn forks(&self) -> u64 {
        self.figures.branch_forks + self.figures.memory_forks
    }

    /// Takes note of how many states there are.
    pub fn set_states(&mut self, states: usize) {
        self.figures.states = states as u64;
        self.figures.max_states = self.figures.max_states.max(self.figures.states);
    }

    /// Whether figures are due to be reported; if so, they are not due again for a while.
    pub fn is_progress_due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed >= self.progress + PROGRESS;
        if due {
            self.progress = elapsed;
        }
        due
    }

    /// Reports the figures as they are now.
    pub fn progress(&mut self) {
        (self.sink)(Event::Progress(&self.figures));
    }

    /// The outcome of the run.
    pub fn outcome(
        self,
        crowded: Option<Crowded>,
        resolutions: Vec<LineResolutions>,
        arrays: Vec<ArrayLines>,
        lines: LineCounts,
    ) -> Outcome {
        Outcome {
            crowded,
            resolutions,
            arrays,
            loops: Vec::new(),
            exhaustive: self.ledger.is_empty(),
            reasons: self.ledger.reasons(),
            lines,
            files: self.file_coverage(),
            figures: self.figures,
            last: self.last,
        }
    }
}
