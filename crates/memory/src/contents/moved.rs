//! Contents that move to another array.
//!
//! Plain bytes and cells are written where they come to lie. What shows from arrays below is not read byte by byte: it
//! is one range of arrays, those of the source shifted by the distance (see the module `composite` of `term`), under
//! what was written at known offsets since.

use std::collections::BTreeSet;
use std::rc::Rc;

use term::Term;

use crate::access::view::viewed;
use crate::contents::arrays::{Arrays, Lanes};
use crate::contents::bitmap::Bitmap;
use crate::contents::part::Part;
use crate::contents::reach::{Reach, Stretch};
use crate::contents::source::{Source, Sourced, pointers_below};
use crate::contents::{Contents, Write};
use crate::value::symbolic::index;
use crate::{ObjectId, Values};

/// A run of bytes that moves from one array to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// Where it begins, and where it comes to lie; multiples of eight.
    pub from: u64,
    pub to: u64,
    pub len: u64,
}

/// Copies a run of bytes from contents to others.
pub(crate) fn copy(values: Values<'_>, source: &Contents, target: &mut Contents, run: Move) {
    if let Some(plain) = source.plain(run.from, run.len) {
        return target.write(run.to, &Write::Bytes(&plain));
    }
    let Some(sourced) = source.sourced().filter(|source| source.below().is_some()) else {
        return write(target, run.to, &source.parts(run.from, run.len));
    };
    put_below(values, sourced, target, run);
    let (mut at, end) = (run.from as usize, (run.from + run.len) as usize);
    while at < end {
        let (source, stop) = sourced.source(at, end);
        if !matches!(source, Source::Below(_)) {
            write(target, run.to + (at as u64 - run.from), &sourced.parts(at, stop - at));
        }
        at = stop;
    }
}

/// Writes parts, which do not come from arrays, one after the other.
fn write(target: &mut Contents, at: u64, parts: &[Part]) {
    parts.iter().fold(at, |at, part| {
        target.write_part(at, part);
        at + u64::from(part.len())
    });
}

/// Lets a run of bytes show from the arrays that are below the source.
fn put_below(values: Values<'_>, source: &dyn Sourced, target: &mut Contents, run: Move) {
    let terms = values.terms;
    target.mix();
    let (Some(below), Some(mixed)) = (source.below(), target.sourced()) else { return };
    let shown = viewed(values, mixed);
    let (start, len) = (index(terms, run.to), index(terms, run.len));
    let distance = index(terms, run.from.wrapping_sub(run.to));
    let put = |under: &Term, moved: &Term| {
        terms.range(under, &start, &len, &terms.shift(moved, &distance))
    };
    let lanes = match (shown.lanes.as_deref(), below.pointers()) {
        (None, None) => None,
        (lanes, pointers) => {
            let lanes = lanes.cloned().unwrap_or_else(|| shown.no_pointers(terms));
            let none = terms.table(Rc::new([]));
            let (offsets, ids) = pointers
                .map_or((&below.numbers, &none), |pointers| (&pointers.offsets, &pointers.ids));
            let (among, words) = pointers_after(mixed, pointers, run);
            let (offsets, ids) = (put(&lanes.offsets, offsets), put(&lanes.ids, ids));
            Some(Lanes { offsets, ids, among: among.into_iter().collect(), words: Rc::new(words) })
        }
    };
    let arrays = Arrays::new(put(&shown.numbers, &below.numbers), lanes);
    let reach = Reach::of_block(&index(terms, 0), &len, [Stretch::whole(run.to, run.len)]);
    target.replace(arrays, &reach);
}

/// The pointers that the arrays below contents show after a run was put there: what their ids can be, and which words
/// may hold them.
fn pointers_after(
    mixed: &dyn Sourced,
    moved: Option<&Lanes>,
    run: Move,
) -> (BTreeSet<ObjectId>, Bitmap) {
    let mut among = BTreeSet::from([ObjectId(0)]);
    among.extend(mixed.ids_below());
    let mut words = pointers_below(mixed);
    if let Some(lanes) = moved {
        among.extend(lanes.among.iter());
        let (from, to) = ((run.from / 8) as usize, (run.to / 8) as usize);
        let inside = from..from + run.len as usize / 8;
        for word in lanes.words.iter().filter(|word| inside.contains(word)) {
            words.insert(word - from + to..word - from + to + 1);
        }
    }
    (among, words)
}
