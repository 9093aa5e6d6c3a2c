//! The ledger: what was cut short or approximated, and where.

use std::collections::BTreeMap;
use std::rc::Rc;

use exec::Trace;

use crate::Reason;

/// Counts of reasons why a run is not exhaustive.
#[derive(Default)]
pub(crate) struct Ledger(BTreeMap<(String, Rc<str>, u32), u64>);

impl Ledger {
    /// Enters something that happened at the innermost place of the program itself; the text of a warning
    /// if it is the first of its kind there.
    pub fn enter(&mut self, what: impl Into<String>, trace: &Trace) -> Option<String> {
        let known = || trace.iter().filter(|place| place.line > 0);
        let place = known().find(|place| !place.library).or_else(|| known().next());
        let (file, line) = place.map_or((Rc::default(), 0), |p| (Rc::clone(&p.file), p.line));
        let what = what.into();
        let text = match line {
            0 => what.clone(),
            _ => format!("{file}:{line}: {what}"),
        };
        let count = self.0.entry((what, file, line)).or_default();
        *count += 1;
        (*count == 1).then_some(text)
    }

    /// Enters something that is so of the whole run.
    pub fn enter_for_all(&mut self, what: &str, count: u64) {
        *self.0.entry((what.to_owned(), Rc::default(), 0)).or_default() += count;
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn reasons(&self) -> Vec<Reason> {
        let reason = |((what, file, line), count): (&(String, Rc<str>, u32), &u64)| Reason {
            what: what.clone(),
            file: Rc::clone(file),
            line: *line,
            count: *count,
        };
        self.0.iter().map(reason).collect()
    }
}
