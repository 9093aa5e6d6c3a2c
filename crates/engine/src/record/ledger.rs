//! The ledger: what was cut short or approximated, and where.

use std::collections::BTreeMap;
use std::rc::Rc;

use exec::Trace;

use crate::{Cut, Reason, Warning};

/// Counts of reasons why a run is not exhaustive.
#[derive(Default)]
pub(crate) struct Ledger(BTreeMap<(Cut, Rc<str>, u32), u64>);

impl Ledger {
    /// Enters something at the innermost line of the program itself; returns a warning if it is the first of its
    /// kind there.
    pub fn enter(&mut self, cut: Cut, trace: &Trace) -> Option<Warning> {
        let known = || trace.iter().filter(|place| place.line > 0);
        let place = known().find(|place| !place.library).or_else(|| known().next());
        let (file, line) = place.map_or((Rc::default(), 0), |p| (Rc::clone(&p.file), p.line));
        let count = self.0.entry((cut.clone(), Rc::clone(&file), line)).or_default();
        *count += 1;
        (*count == 1).then_some(Warning::Cut { cut, file, line })
    }

    /// Enters something that concerns the whole run.
    pub fn enter_for_all(&mut self, cut: Cut, count: u64) {
        *self.0.entry((cut, Rc::default(), 0)).or_default() += count;
    }

    /// Takes over an entry of an earlier run.
    pub fn restore(&mut self, entry: (Cut, Rc<str>, u32), count: u64) {
        *self.0.entry(entry).or_default() += count;
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn reasons(&self) -> Vec<Reason> {
        let reason = |((what, file, line), count): (&(Cut, Rc<str>, u32), &u64)| Reason {
            what: what.clone(),
            file: Rc::clone(file),
            line: *line,
            count: *count,
        };
        self.0.iter().map(reason).collect()
    }
}

#[cfg(test)]
mod tests {
    use exec::Location;

    use super::*;

    fn at(line: u32, library: bool) -> Location {
        Location {
            function: "f".into(),
            file: if library { "lib.c" } else { "prog.c" }.into(),
            line,
            column: 1,
            library,
            arguments: Vec::new(),
            position: None,
        }
    }

    /// An entry is at the innermost line of the program itself, and a warning only the first time.
    #[test]
    fn entries_are_counted_by_line() {
        let mut ledger = Ledger::default();
        assert!(ledger.is_empty());
        let trace = vec![at(0, false), at(9, true), at(5, false), at(1, false)];
        let first = ledger.enter(Cut::Picked, &trace);
        let warning = Warning::Cut { cut: Cut::Picked, file: "prog.c".into(), line: 5 };
        assert_eq!(first, Some(warning));
        assert_eq!(ledger.enter(Cut::Picked, &trace), None);
        assert!(ledger.enter(Cut::Spared, &trace).is_some(), "another kind");
        assert!(ledger.enter(Cut::Picked, &vec![at(9, true)]).is_some(), "another line");
        ledger.enter_for_all(Cut::Replayed, 3);
        let reasons = ledger.reasons();
        let found: Vec<_> = reasons.iter().map(|r| (&r.what, &*r.file, r.line, r.count)).collect();
        assert_eq!(
            found,
            [
                (&Cut::Picked, "lib.c", 9, 1),
                (&Cut::Picked, "prog.c", 5, 2),
                (&Cut::Spared, "prog.c", 5, 1),
                (&Cut::Replayed, "", 0, 3),
            ]
        );
    }
}
