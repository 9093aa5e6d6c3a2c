//! The symbolic values of contents that are copied whole.
//!
//! Small objects have few: they are in a map by start. Larger ones are held as in KLEE, with one pointer for each
//! byte of the object as soon as one of its bytes is symbolic; bytes of one value point to the same cell.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::contents::part::Slice;
use crate::space::weigh::Scale;

#[derive(Clone, Debug)]
pub(super) enum Cells {
    /// By offset. Invariant: no two overlap, none is empty or reaches beyond the end.
    Few(BTreeMap<usize, Slice>),
    Dense(Dense),
}

/// One pointer for each byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Dense {
    /// Absent until a byte is symbolic. Invariant: a cell is at all its bytes and at no other.
    bytes: Option<Box<[Option<Rc<Cell>>]>>,
    /// Invariant: how many bytes have a cell.
    count: usize,
}

#[derive(Debug)]
struct Cell {
    start: usize,
    slice: Slice,
}

impl Cell {
    fn end(&self) -> usize {
        self.start + self.slice.len as usize
    }
}

impl Cells {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        match self {
            Cells::Few(cells) => cells.is_empty(),
            Cells::Dense(cells) => cells.count == 0,
        }
    }

    /// The cell that a byte is in, and where it starts.
    pub fn at(&self, byte: usize) -> Option<(usize, &Slice)> {
        match self {
            Cells::Few(cells) => {
                let (&start, cell) = cells.range(..=byte).next_back()?;
                (byte < start + cell.len as usize).then_some((start, cell))
            }
            Cells::Dense(cells) => {
                let cell = cells.bytes.as_ref()?[byte].as_ref()?;
                Some((cell.start, &cell.slice))
            }
        }
    }

    /// Where the first cell in a range starts; the end of the range if there is none. No cell reaches into the range
    /// from before it.
    pub fn next_in(&self, range: Range<usize>) -> usize {
        match self {
            Cells::Few(cells) => {
                cells.range(range.clone()).next().map_or(range.end, |(&start, _)| start)
            }
            Cells::Dense(Dense { bytes: Some(bytes), count: 1.. }) => {
                let here = bytes[range.clone()].iter().position(Option::is_some);
                here.map_or(range.end, |at| range.start + at)
            }
            Cells::Dense(_) => range.end,
        }
    }

    /// All cells and where they start, in order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = (usize, &Slice)> + '_> {
        match self {
            Cells::Few(cells) => Box::new(cells.iter().map(|(&at, cell)| (at, cell))),
            Cells::Dense(Dense { bytes: Some(bytes), count: 1.. }) => {
                let all = bytes.iter().enumerate();
                Box::new(all.filter_map(|(at, cell)| {
                    let cell = cell.as_ref().filter(|cell| cell.start == at)?;
                    Some((at, &cell.slice))
                }))
            }
            Cells::Dense(_) => Box::new(std::iter::empty()),
        }
    }

    /// Adds a cell to an object of `len` bytes. It overlaps no other cell.
    pub fn insert(&mut self, at: usize, slice: Slice, len: usize) {
        match self {
            Cells::Few(cells) => {
                cells.insert(at, slice);
            }
            Cells::Dense(cells) => {
                cells.bytes.get_or_insert_with(|| vec![None; len].into());
                cells.put(at, slice);
            }
        }
    }

    /// Makes room for more bytes at the end, without cells.
    pub fn grow(&mut self, len: usize) {
        if let Cells::Dense(Dense { bytes, .. }) = self
            && let Some(old) = bytes.take()
        {
            let mut grown = old.into_vec();
            grown.resize(len, None);
            *bytes = Some(grown.into());
        }
    }

    /// Removes the parts of cells that lie in a range.
    pub fn carve(&mut self, range: Range<usize>) {
        if self.is_empty() || range.is_empty() {
            return;
        }
        match self {
            Cells::Few(cells) => carve(cells, range),
            Cells::Dense(cells) => cells.carve(range),
        }
    }

    /// Frees the pointers for each byte if there is no cell.
    pub fn shrink(&mut self) {
        if let Cells::Dense(cells @ Dense { count: 0, .. }) = self {
            *cells = Dense::default();
        }
    }

    /// The memory that this takes besides itself, in bytes.
    pub fn weight(&self) -> usize {
        match self {
            Cells::Few(cells) => cells.len() * (size_of::<usize>() + size_of::<Slice>()),
            Cells::Dense(cells) => cells.bytes.as_ref().map_or(0, |bytes| size_of_val(&**bytes)),
        }
    }

    /// Counts the cells to which bytes of several states may point.
    pub fn weigh_shared(&self, scale: &mut Scale) {
        let Cells::Dense(Dense { bytes: Some(bytes), count: 1.. }) = self else { return };
        for cell in bytes.iter().flatten() {
            scale.add_once(cell, size_of::<Cell>);
        }
    }

    /// Panics if cells overlap or violate their invariants.
    #[cfg(test)]
    pub fn check_invariants(&self, len: usize) {
        let (mut end, mut covered) = (0, 0);
        for (at, cell) in self.iter() {
            assert!(at >= end && cell.len > 0, "cells are apart");
            end = at + cell.len as usize;
            covered += cell.len as usize;
            let whole = cell.of.as_term().map_or(8, |term| term.width().0 / 8);
            assert!(cell.first + cell.len <= whole && cell.of.is_symbolic());
            assert!((at..end).all(|byte| self.at(byte) == Some((at, cell))));
        }
        assert!(end <= len);
        if let Cells::Dense(cells) = self {
            assert_eq!(cells.count, covered);
            let held = cells.bytes.iter().flatten().flatten().count();
            assert_eq!(held, covered, "a cell is at its bytes only");
        }
    }
}

impl Dense {
    fn put(&mut self, start: usize, slice: Slice) {
        let Some(bytes) = &mut self.bytes else { return };
        let cell = Rc::new(Cell { start, slice });
        self.count += cell.slice.len as usize;
        bytes[start..cell.end()].fill(Some(cell));
    }

    fn carve(&mut self, range: Range<usize>) {
        let Some(bytes) = &mut self.bytes else { return };
        let (first, last) = (bytes[range.start].clone(), bytes[range.end - 1].clone());
        let held = bytes[range.clone()].iter().flatten().count();
        self.count -= held;
        bytes[range.clone()].fill(None);
        if let Some(cell) = first.filter(|cell| cell.start < range.start) {
            let left = (range.start - cell.start) as u32;
            self.count -= left as usize;
            self.put(cell.start, cell.slice.cut(0, left));
        }
        if let Some(cell) = last.filter(|cell| cell.end() > range.end) {
            let cut = (range.end - cell.start) as u32;
            let right = cell.slice.len - cut;
            self.count -= right as usize;
            self.put(range.end, cell.slice.cut(cut, right));
        }
    }
}

fn carve(cells: &mut BTreeMap<usize, Slice>, range: Range<usize>) {
    let before = cells.range(..range.start).next_back();
    let first = before.filter(|(at, cell)| *at + cell.len as usize > range.start);
    let mut met: Vec<usize> = first.map(|(at, _)| *at).into_iter().collect();
    met.extend(cells.range(range.clone()).map(|(at, _)| *at));
    for at in met {
        let Some(cell) = cells.remove(&at) else { continue };
        let end = at + cell.len as usize;
        if at < range.start {
            cells.insert(at, cell.cut(0, (range.start - at) as u32));
        }
        if end > range.end {
            let cut = (range.end - at) as u32;
            cells.insert(range.end, cell.cut(cut, cell.len - cut));
        }
    }
}
