//! The figures of a run, while it goes on and at its end.

use super::Run;
use crate::{Event, Outcome};

impl Run<'_> {
    pub(super) fn tell(&mut self) {
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

    pub(super) fn outcome(mut self) -> Outcome {
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
