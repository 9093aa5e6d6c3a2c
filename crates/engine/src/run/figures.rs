//! Figures of a run by source line, for its outcome.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use exec::Machine;
use memory::{Birthplace, Census};

use crate::record::{Accesses, Several};
use crate::{AllocationLine, ArrayLines, LineResolutions, LoopLine};

/// The source lines of accesses that could go to several objects, those with most of them first.
pub(super) fn resolutions(machine: &Machine, accesses: &Accesses) -> Vec<LineResolutions> {
    let mut lines: BTreeMap<(Rc<str>, u32), Several> = BTreeMap::new();
    for (site, several) in accesses.sites() {
        let Some(place) = machine.source(site) else { continue };
        let line = lines.entry((place.file, place.line)).or_default();
        line.accesses += several.accesses;
        line.most = line.most.max(several.most);
    }
    let line =
        |((file, line), Several { accesses, most })| LineResolutions { file, line, accesses, most };
    let mut lines: Vec<LineResolutions> = lines.into_iter().map(line).collect();
    lines.sort_by_key(|line| Reverse(line.accesses));
    lines
}

/// The arrays that were shared or accessed at an unknown index, by the lines that their objects come from: those with most
/// accesses first, then the largest.
pub(super) fn arrays(machine: &Machine, census: &Census) -> Vec<ArrayLines> {
    let mut arrays: BTreeMap<BTreeSet<AllocationLine>, ArrayLines> = BTreeMap::new();
    for array in census.array_uses() {
        let from = array.birthplaces.iter().map(|from| allocation_line(machine, *from)).collect();
        let lines = arrays.entry(from).or_default();
        lines.members = lines.members.max(array.members);
        lines.bytes = lines.bytes.max(array.bytes);
        lines.accesses += array.accesses;
    }
    let named = |(from, lines): (BTreeSet<_>, ArrayLines)| ArrayLines {
        from: from.into_iter().collect(),
        ..lines
    };
    let mut arrays: Vec<ArrayLines> = arrays.into_iter().map(named).collect();
    arrays.sort_by_key(|array| Reverse((array.accesses, array.bytes)));
    arrays
}

/// The loops that were carried out in one step, by the lines of their tests.
pub(super) fn loops(machine: &Machine) -> Vec<LoopLine> {
    let all = machine.loop_summaries().into_iter();
    all.map(|((file, line), count)| LoopLine { file, line, count }).collect()
}

fn allocation_line(machine: &Machine, from: Birthplace) -> AllocationLine {
    match from {
        Birthplace::Global(id) => {
            machine.global_name(id).map_or(AllocationLine::Given, AllocationLine::Global)
        }
        Birthplace::Site(site) => match machine.source(site) {
            Some(at) => AllocationLine::Line(at.file, at.line),
            None => AllocationLine::Given,
        },
    }
}
