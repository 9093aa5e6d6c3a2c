//! The terminal layer: what shows where no update layer holds a byte.
//!
//! Plain bytes in one piece, or zeros that take no space; and arrays over some or all of that: an input, or contents
//! written at unknown offsets.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use super::chunk::CHUNK;
use crate::ObjectId;
use crate::contents::arrays::Arrays;
use crate::contents::bitmap::Bitmap;
use crate::contents::large::Large;
use crate::contents::plain::PlainRef;
use crate::contents::reach::Reach;
use crate::contents::source::Source;
use crate::space::weigh::Scale;

#[derive(Clone, Debug)]
pub(super) enum Ground {
    /// Zeros.
    Zero,
    Plain(Rc<Terminal>),
    /// Arrays over everything.
    Arrays(Rc<Arrays>),
    Partly(Rc<Partly>),
}

/// Plain bytes in one piece.
#[derive(Debug)]
pub(super) struct Terminal {
    pub large: Rc<Large>,
    /// Created when it is first needed. All states with this ground share it.
    pub table: OnceCell<Rc<Arrays>>,
}

/// Arrays over some of the bytes.
#[derive(Debug)]
pub(super) struct Partly {
    /// Absent means zeros.
    plain: Option<Rc<Large>>,
    /// Invariant: they show the whole ground, even where they do not cover it.
    arrays: Rc<Arrays>,
    cover: Cover,
}

/// The bytes that show from arrays.
#[derive(Clone, Debug)]
pub(super) enum Cover {
    All,
    Range(Range<usize>),
    Bytes(Bitmap),
}

/// The source that zeros are read from.
const ZEROS: [u8; CHUNK] = [0; CHUNK];

impl Ground {
    pub fn plain(large: Rc<Large>) -> Ground {
        Ground::Plain(Rc::new(Terminal { large, table: OnceCell::new() }))
    }

    /// The same ground below arrays that show everything and cover a part of it.
    pub fn under(&self, arrays: Rc<Arrays>, written: &Cover, len: usize) -> Ground {
        let cover = match self {
            Ground::Partly(partly) => partly.cover.with(written, len),
            Ground::Arrays(_) => Cover::All,
            Ground::Zero | Ground::Plain(_) => written.clone(),
        };
        match cover {
            Cover::All => Ground::Arrays(arrays),
            cover => {
                let plain = self.large().cloned();
                Ground::Partly(Rc::new(Partly { plain, arrays, cover }))
            }
        }
    }

    /// The same with more bytes at the end: those of the arrays if there are any, since these show the whole ground.
    pub fn grown(&self, old: usize, len: usize) -> Ground {
        let grown = |large: &Rc<Large>| {
            let mut large = (**large).clone();
            large.grow(len);
            Rc::new(large)
        };
        match self {
            Ground::Zero => Ground::Zero,
            Ground::Arrays(arrays) => Ground::Arrays(arrays.clone()),
            Ground::Plain(terminal) => Ground::plain(grown(&terminal.large)),
            Ground::Partly(partly) => {
                let plain = partly.plain.as_ref().map(grown);
                let arrays = partly.arrays.clone();
                match partly.cover.with(&Cover::Range(old..len), len) {
                    Cover::All => Ground::Arrays(arrays),
                    cover => Ground::Partly(Rc::new(Partly { plain, arrays, cover })),
                }
            }
        }
    }

    /// Whether two grounds are the same one.
    pub fn is(&self, other: &Ground) -> bool {
        match (self, other) {
            (Ground::Zero, Ground::Zero) => true,
            (Ground::Plain(a), Ground::Plain(b)) => Rc::ptr_eq(&a.large, &b.large),
            (Ground::Arrays(a), Ground::Arrays(b)) => Rc::ptr_eq(a, b),
            (Ground::Partly(a), Ground::Partly(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The plain bytes, if there are any.
    pub fn large(&self) -> Option<&Rc<Large>> {
        match self {
            Ground::Plain(terminal) => Some(&terminal.large),
            Ground::Partly(partly) => partly.plain.as_ref(),
            Ground::Zero | Ground::Arrays(_) => None,
        }
    }

    /// The arrays, if there are any.
    pub fn below(&self) -> Option<&Rc<Arrays>> {
        match self {
            Ground::Arrays(arrays) => Some(arrays),
            Ground::Partly(partly) => Some(&partly.arrays),
            Ground::Zero | Ground::Plain(_) => None,
        }
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for what needs a closer look.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        match self {
            Ground::Plain(terminal) => terminal.large.read_fast(at, len),
            Ground::Zero => Some((ObjectId(0), 0)),
            Ground::Arrays(_) | Ground::Partly(_) => None,
        }
    }

    pub fn source(&self, at: usize, end: usize) -> (Source<'_>, usize) {
        let mut end = end;
        match self {
            Ground::Arrays(arrays) => return (Source::Below(arrays), end),
            Ground::Partly(partly) => {
                let (covered, stop) = partly.cover.run(at, end);
                if covered {
                    return (Source::Below(&partly.arrays), stop);
                }
                end = stop;
            }
            Ground::Zero | Ground::Plain(_) => {}
        }
        match self.large() {
            Some(large) => (Source::Plain(large.get(), 0), end),
            None => {
                let start = at - at % CHUNK;
                (Source::Plain(PlainRef::numbers(&ZEROS), start), end.min(start + CHUNK))
            }
        }
    }

    pub fn ids_below(&self) -> &[ObjectId] {
        let lanes = self.below().and_then(|arrays| arrays.pointers());
        lanes.map_or(&[], |lanes| &lanes.among)
    }

    pub fn may_have_pointers(&self) -> bool {
        !self.ids_below().is_empty() || self.large().is_some_and(|large| large.has_lane())
    }

    /// Whether all bytes of a range were written. Those that arrays cover were.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        match self {
            Ground::Zero | Ground::Arrays(_) => true,
            Ground::Plain(terminal) => terminal.large.is_written(range),
            Ground::Partly(_) => self.written(range.end).is_none_or(|written| {
                range.is_empty()
                    || (written.has(range.start)
                        && written.run_end(range.start, range.end) == range.end)
            }),
        }
    }

    /// The bytes up to `len` that were written, if not all were.
    pub fn written(&self, len: usize) -> Option<Bitmap> {
        let mut written = self.large()?.written()?.clone();
        if let Ground::Partly(partly) = self {
            let mut at = 0;
            while at < len {
                let (covered, stop) = partly.cover.run(at, len);
                if covered {
                    written.insert(at..stop);
                }
                at = stop;
            }
        }
        Some(written)
    }

    /// Everything in the ground as arrays.
    pub fn view(&self, tables: &dyn Fn(PlainRef<'_>) -> Arrays) -> Rc<Arrays> {
        match self {
            Ground::Arrays(arrays) => arrays.clone(),
            Ground::Partly(partly) => partly.arrays.clone(),
            Ground::Zero => Rc::new(tables(PlainRef::numbers(&[]))),
            Ground::Plain(terminal) => {
                let table = || Rc::new(tables(terminal.large.get()));
                terminal.table.get_or_init(table).clone()
            }
        }
    }

    /// Counts the memory of the ground.
    pub fn weigh(&self, scale: &mut Scale) {
        match self {
            Ground::Zero | Ground::Arrays(_) => {}
            Ground::Plain(terminal) => {
                scale.add_once(terminal, size_of::<Terminal>);
                terminal.table.get().into_iter().for_each(|table| scale.add_arrays(table));
            }
            Ground::Partly(partly) => {
                scale.add_once(partly, || size_of::<Partly>() + partly.cover.weight());
            }
        }
        self.below().into_iter().for_each(|arrays| scale.add_arrays(arrays));
        if let Some(large) = self.large() {
            scale.add_once(large, || large.weight());
        }
    }
}

impl Cover {
    /// The bytes that a write described by `reach` covers; if that need not be exact, also those in between.
    pub fn of(reach: &Reach, exact: Exact, len: usize) -> Cover {
        if let Exact::No = exact {
            return Cover::range(reach.bytes(), len);
        }
        let mut bytes = Bitmap::none(len);
        reach.runs().for_each(|run| bytes.insert(run));
        Cover::Bytes(bytes).simplified(len)
    }

    fn range(range: Range<usize>, len: usize) -> Cover {
        if range == (0..len) { Cover::All } else { Cover::Range(range) }
    }

    fn simplified(self, len: usize) -> Cover {
        let Cover::Bytes(bytes) = &self else { return self };
        let first = if bytes.has(0) { 0 } else { bytes.run_end(0, len) };
        let end = if first < len { bytes.run_end(first, len) } else { len };
        let rest = if end < len { bytes.run_end(end, len) } else { len };
        if rest < len { self } else { Cover::range(first..end, len) }
    }

    /// The union of this and another.
    pub fn with(&self, other: &Cover, len: usize) -> Cover {
        match (self, other) {
            (Cover::All, _) | (_, Cover::All) => Cover::All,
            (Cover::Range(a), Cover::Range(b)) if a.start <= b.end && b.start <= a.end => {
                Cover::range(a.start.min(b.start)..a.end.max(b.end), len)
            }
            _ => {
                let mut all = Bitmap::none(len);
                self.add_to(&mut all);
                other.add_to(&mut all);
                Cover::Bytes(all).simplified(len)
            }
        }
    }

    fn add_to(&self, all: &mut Bitmap) {
        match self {
            Cover::All => all.insert(0..all.len()),
            Cover::Range(range) => all.insert(range.clone()),
            Cover::Bytes(bytes) => all.insert_all(bytes),
        }
    }

    /// Whether a byte is covered, and the end of the run of bytes like it, at most `end`.
    fn run(&self, at: usize, end: usize) -> (bool, usize) {
        match self {
            Cover::All => (true, end),
            Cover::Range(range) if at < range.start => (false, end.min(range.start)),
            Cover::Range(range) if at < range.end => (true, end.min(range.end)),
            Cover::Range(_) => (false, end),
            Cover::Bytes(bytes) => (bytes.has(at), bytes.run_end(at, end)),
        }
    }

    /// The bits of a chunk that are covered.
    pub fn of_chunk(&self, number: usize, len: usize) -> u64 {
        let (mut at, end) = (number * CHUNK, len.min((number + 1) * CHUNK));
        let mut bits = 0;
        while at < end {
            let (covered, stop) = self.run(at, end);
            if covered {
                bits |= super::chunk::mask(&(at % CHUNK..at % CHUNK + (stop - at)));
            }
            at = stop;
        }
        bits
    }

    /// The memory that this takes besides itself, in bytes.
    pub fn weight(&self) -> usize {
        if let Cover::Bytes(bytes) = self { bytes.weight() } else { 0 }
    }
}

/// Whether there are bytes between those that a write may meet, which it leaves alone.
#[derive(Clone, Copy)]
pub(super) enum Exact {
    Yes,
    No,
}
