//! Heap objects that a path leaves behind when it exits, if that is looked for.
//!
//! Each place that made some of them is a fault. A path has one end all the same: the first of them is told as
//! that, and the others beside it where they are new, each with a test of its own.

use std::collections::BTreeMap;

use exec::{Fault, Halt};
use memory::Site;

use crate::Event;
use crate::active::Active;
use crate::run::Run;

impl Run<'_> {
    /// An exit that leaves something behind is a fault.
    pub(crate) fn check_leaks(&self, active: &Active, halt: Halt) -> Halt {
        if !self.config.checks.leaks || !matches!(halt, Halt::Exit(_)) {
            return halt;
        }
        self.leaks(active).into_iter().next().map_or(halt, Halt::Fault)
    }

    /// Tells of the other leaks of a path that ends with one.
    pub(crate) fn tell_more_leaks(&mut self, active: &mut Active) {
        for fault in self.leaks(active).into_iter().skip(1) {
            if self.config.limits.tests.is_some_and(|limit| self.figures.tests >= limit) {
                return;
            }
            let halt = Halt::Fault(fault);
            if self.wants_test(active, &halt) {
                let trace = self.trace_of(active, &halt);
                self.tell_found(active, &halt, &trace);
                let test = self.test(active, &halt);
                let end = self.ended(active, halt, trace, test);
                (self.sink)(Event::Beside(&end));
            }
        }
    }

    /// What a path leaves behind: a fault for each place that made any of it, in the order of their first
    /// objects.
    fn leaks(&self, active: &Active) -> Vec<Fault> {
        let held = active.kernel.roots().chain(active.outside.escaped());
        let mut faults: Vec<Fault> = Vec::new();
        let mut places: BTreeMap<Site, usize> = BTreeMap::new();
        for lost in self.machine.leaked(&active.state, held) {
            let Some(object) = active.state.memory.object(lost) else { continue };
            let at = *places.entry(object.site).or_insert_with(|| {
                faults.push(Fault::Leak { id: lost, objects: 0, bytes: 0 });
                faults.len() - 1
            });
            if let Fault::Leak { objects, bytes, .. } = &mut faults[at] {
                *objects += 1;
                *bytes += object.size;
            }
        }
        faults
    }
}
