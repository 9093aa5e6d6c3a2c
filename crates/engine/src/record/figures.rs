//! Figures that other parts keep, copied when they are reported.

use exec::Machine;
use memory::Census;

use crate::Figures;
use crate::inquiry::Inquiry;

impl Figures {
    /// What was asked, and what the solver did.
    pub(crate) fn take_inquiry(&mut self, inquiry: &Inquiry) {
        let asked = inquiry.asked();
        self.wall_s = inquiry.clock.elapsed().as_secs_f64();
        self.queries = asked.queries;
        self.resolution_queries = asked.resolving;
        self.resolve_s = asked.resolving_time.as_secs_f64();
        self.lists.asked = asked.collisions;
        self.lists.asking_s = asked.colliding_time.as_secs_f64();
        self.tally(&inquiry.tallies());
        if let Some(resumed) = &mut self.resumed {
            (resumed.answers, resumed.queries) = (asked.followed, asked.while_following);
            resumed.time = asked.following_time;
        }
    }

    /// Adds what earlier parts of the run counted to what other parts keep.
    pub(crate) fn add(&mut self, before: &Figures) {
        self.queries += before.queries;
        self.solver_queries += before.solver_queries;
        self.resolution_queries += before.resolution_queries;
        self.cache_hits += before.cache_hits;
        self.archive_hits += before.archive_hits;
        self.constructs += before.constructs;
        self.wall_s += before.wall_s;
        self.solver_s += before.solver_s;
        self.backend_s += before.backend_s;
        self.resolve_s += before.resolve_s;
        self.user_s += before.user_s;
        self.states_made += before.states_made;
        self.objects += before.objects;
        self.arrays += before.arrays;
        self.segments += before.segments;
    }

    /// What the states of the run allocated.
    pub(crate) fn take_census(&mut self, census: &Census) {
        self.objects = census.objects();
        self.arrays = census.arrays();
        self.largest_array_bytes = census.largest_array();
        let list = &census.list;
        self.lists.reads = list.reads();
        self.lists.writes = list.writes();
        self.lists.blocks = list.blocks();
        self.lists.spared = list.spared();
        self.lists.collisions = list.collisions();
        self.segments = census.segments();
        self.largest_segment_bytes = census.largest_segment();
    }

    /// What was covered.
    pub(crate) fn take_coverage(&mut self, machine: &Machine) {
        let coverage = machine.coverage();
        self.covered_instructions = coverage.covered;
        self.all_instructions = coverage.instructions;
        self.covered_branches = coverage.sides;
        self.full_branches = coverage.both;
        self.partial_branches = coverage.one;
        self.all_branches = 2 * coverage.branches;
    }
}
