//! Sixty-four bytes of a layer, and which of them the layer holds.

use std::ops::Range;

use super::bytes::Bytes;
use crate::ObjectId;
use crate::contents::Write;
use crate::contents::part::{Part, Slice, plain_parts};
use crate::contents::source::Source;

/// The bytes of a chunk: as many as a word has bits.
pub(crate) const CHUNK: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// A bit for each byte that the layer holds; the others show from below.
    held: u64,
    /// Zero, and without pointers, where a byte is not held or is in a cell.
    plain: Bytes,
    cells: Option<Box<Cells>>,
}

/// Symbolic values in a chunk.
#[derive(Clone, Debug)]
struct Cells {
    /// Invariant: a bit for each byte of a cell; all of them are held.
    mask: u64,
    /// By start, in order. Invariant: at least one; no two overlap, none is empty.
    list: Vec<(u8, Slice)>,
}

/// The bits of a range.
pub(super) fn mask(range: &Range<usize>) -> u64 {
    if range.is_empty() { 0 } else { u64::MAX >> (CHUNK - range.len()) << range.start }
}

/// The runs of bits that are set.
pub(super) fn runs(mask: u64) -> impl Iterator<Item = Range<usize>> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let start = rest.trailing_zeros();
        let len = (!(rest >> start)).trailing_zeros();
        rest &= !(u64::MAX >> (64 - len) << start);
        Some(start as usize..(start + len) as usize)
    })
}

impl Chunk {
    pub fn new() -> Chunk {
        Chunk { held: 0, plain: Bytes::new(), cells: None }
    }

    #[inline(always)]
    pub fn held(&self) -> u64 {
        self.held
    }

    /// The bytes that are in cells.
    #[inline(always)]
    pub fn symbolic(&self) -> u64 {
        self.cells.as_ref().map_or(0, |cells| cells.mask)
    }

    /// An integer (id 0) or a whole aligned pointer in bytes that are held; `None` for anything that needs a closer
    /// look.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        if let Some(cells) = &self.cells
            && cells.mask & mask(&(at..at + len as usize)) != 0
        {
            return None;
        }
        self.plain.read_fast(at, len)
    }

    /// The source of a byte that is held, and the end of its run, at most `end`; the chunk starts at `start` in its
    /// object, and all positions refer to the object.
    pub fn source(&self, start: usize, at: usize, end: usize) -> (Source<'_>, usize) {
        let bit = at - start;
        let run = (!(self.held >> bit)).trailing_zeros() as usize;
        let mut end = end.min(at + run);
        if let Some(cells) = &self.cells {
            let next = cells.list.partition_point(|(first, _)| usize::from(*first) <= bit);
            if cells.mask >> bit & 1 != 0 {
                let (first, cell) = &cells.list[next - 1];
                let first = start + usize::from(*first);
                return (Source::Cell(first, cell), end.min(first + cell.len as usize));
            }
            if let Some((first, _)) = cells.list.get(next) {
                end = end.min(start + usize::from(*first));
            }
        }
        let (plain, from) = self.plain.get();
        (Source::Plain(plain, start + from), end)
    }

    /// What is held in a range, all of which is held.
    fn parts(&self, range: Range<usize>) -> Vec<Part> {
        let (mut at, mut parts) = (range.start, Vec::new());
        while at < range.end {
            let (source, stop) = self.source(0, at, range.end);
            match source {
                Source::Plain(plain, start) => {
                    plain_parts(plain, at - start..stop - start, &mut parts);
                }
                Source::Cell(first, cell) => {
                    parts.push(Part::Slice(cell.cut((at - first) as u32, (stop - at) as u32)));
                }
                Source::Below(_) => unreachable!("nothing is below a chunk"),
            }
            at = stop;
        }
        parts
    }

    /// Takes over all bytes that another chunk holds.
    pub fn take_over(&mut self, other: &Chunk) {
        if other.cells.is_none() {
            return other.each_write(|at, write| self.write(at, &write));
        }
        for run in runs(other.held) {
            let mut at = run.start;
            for part in other.parts(run) {
                self.write_part(at, &part);
                at += part.len() as usize;
            }
        }
    }

    /// The writes that create this chunk, which has no cells.
    pub fn each_write(&self, mut visit: impl FnMut(usize, Write<'_>)) {
        let (plain, from) = self.plain.get();
        for run in runs(self.held) {
            if !self.plain.has_lane() {
                let bytes = &plain.raw()[run.start - from..run.end - from];
                visit(run.start, Write::Bytes(bytes));
                continue;
            }
            let mut at = run.start;
            for part in self.parts(run) {
                Write::of(&part, |k, write| visit(at + k, write));
                at += part.len() as usize;
            }
        }
    }

    pub fn write_part(&mut self, at: usize, part: &Part) {
        match part {
            Part::Slice(slice) => self.write_slice(at, slice.clone()),
            plain => Write::of(plain, |k, write| self.write(at + k, &write)),
        }
    }

    /// Writes plain bytes, all of them in this chunk.
    #[inline]
    pub fn write(&mut self, at: usize, what: &Write<'_>) {
        let bits = mask(&(at..at + what.len()));
        self.carve(bits);
        self.plain.write(at, what, self.held & !self.symbolic() & !bits);
        self.held |= bits;
    }

    /// Writes bytes of a symbolic value, all of them in this chunk.
    pub fn write_slice(&mut self, at: usize, slice: Slice) {
        let range = at..at + slice.len as usize;
        let bits = mask(&range);
        self.carve(bits);
        self.held |= bits;
        self.plain.clear(range);
        let fragment = slice.is_pointer() && slice.len < 8;
        let none = || Box::new(Cells { mask: 0, list: Vec::with_capacity(1) });
        let cells = self.cells.get_or_insert_with(none);
        cells.insert(at, slice);
        if fragment {
            cells.join(at & !7);
        }
    }

    /// Drops some bytes.
    pub fn remove(&mut self, bits: u64) {
        self.carve(bits);
        for run in runs(self.held & bits) {
            self.plain.clear(run);
        }
        self.held &= !bits;
    }

    /// Removes the parts of cells that cover some bytes.
    #[inline]
    fn carve(&mut self, bits: u64) {
        if let Some(cells) = &mut self.cells
            && cells.mask & bits != 0
        {
            cells.carve(bits);
            if cells.list.is_empty() {
                self.cells = None;
            }
        }
    }

    /// Calls `visit` with every object pointed to from some of the bytes.
    pub fn each_id(&self, bits: u64, visit: &mut impl FnMut(ObjectId)) {
        for (at, id) in self.plain.get().0.pointers() {
            // The bytes of a whole pointer are dropped together.
            if bits >> at & 1 != 0 {
                visit(id);
            }
        }
        for (at, cell) in self.cells.iter().flat_map(|cells| &cells.list) {
            let at = usize::from(*at);
            if bits & mask(&(at..at + cell.len as usize)) != 0 {
                cell.of.each_id(&mut *visit);
            }
        }
    }

    /// Whether bytes of pointers are here.
    pub fn has_pointers(&self) -> bool {
        let cells = self.cells.iter().flat_map(|cells| &cells.list);
        self.plain.has_pointers() || cells.into_iter().any(|(_, cell)| cell.is_pointer())
    }

    /// The memory that this takes, in bytes.
    pub fn weight(&self) -> usize {
        let cells = self.cells.as_ref().map_or(0, |cells| {
            size_of::<Cells>() + cells.list.capacity() * size_of::<(u8, Slice)>()
        });
        size_of::<Chunk>() + self.plain.weight() + cells
    }

    /// Panics if the parts violate their invariants.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        self.plain.check_invariants(!self.held | self.symbolic());
        assert_eq!(self.symbolic() & !self.held, 0, "cells are held");
        let Some(cells) = &self.cells else { return };
        assert!(!cells.list.is_empty());
        let mut seen = 0;
        for (at, cell) in &cells.list {
            let bits = mask(&(usize::from(*at)..usize::from(*at) + cell.len as usize));
            assert!(seen < bits && seen & bits == 0 && bits != 0, "apart and in order");
            seen |= bits;
        }
        assert_eq!(seen, cells.mask);
    }
}

impl Cells {
    fn insert(&mut self, at: usize, slice: Slice) {
        self.mask |= mask(&(at..at + slice.len as usize));
        let next = self.list.partition_point(|(first, _)| usize::from(*first) < at);
        self.list.insert(next, (at as u8, slice));
    }

    /// Cells without some bytes.
    fn carve(&mut self, bits: u64) {
        self.mask &= !bits;
        let mut kept = Vec::with_capacity(self.list.len());
        for (at, cell) in self.list.drain(..) {
            let first = usize::from(at);
            let all = mask(&(first..first + cell.len as usize));
            if all & bits == 0 {
                kept.push((at, cell));
                continue;
            }
            for run in runs(all & !bits) {
                let from = (run.start - first) as u32;
                kept.push((run.start as u8, cell.cut(from, run.len() as u32)));
            }
        }
        self.list = kept;
    }

    /// Eight bytes of one pointer in order in an aligned word become the pointer again.
    fn join(&mut self, word: usize) {
        let start = self.list.partition_point(|(at, _)| usize::from(*at) < word);
        let mut next = 0;
        let mut end = start;
        while next < 8 {
            match self.list.get(end) {
                Some((at, cell))
                    if usize::from(*at) == word + next as usize
                        && cell.is_pointer()
                        && cell.first == next
                        && cell.of == self.list[start].1.of =>
                {
                    next += cell.len;
                    end += 1;
                }
                _ => return,
            }
        }
        let of = self.list[start].1.of.clone();
        self.list.splice(start..end, [(word as u8, Slice { of, first: 0, len: 8 })]);
    }
}
