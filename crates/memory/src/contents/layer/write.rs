//! Writing to layers, and keeping the stack of them low.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use super::Layer;
use super::chunk::{CHUNK, Chunk, mask};
use super::chunks::Numbered;
use super::ground::{Cover, Exact, Ground};
use crate::History;
use crate::contents::Write;
use crate::contents::arrays::Arrays;
use crate::contents::large::Large;
use crate::contents::part::{Part, Slice};
use crate::contents::reach::Reach;
use crate::contents::source::{Source, Sourced};

/// A stack deeper than this absorbs layers when another one is put on it.
const DEEP: u32 = 8;

/// No stack is deeper: above [`DEEP`] each layer has more than twice as many chunks as the one on top of it.
#[cfg(test)]
pub(super) const DEEPEST: u32 = DEEP + 32;

/// A layer with more chunks is not added to: finding the position of another one would take long.
const CROWDED: usize = 4096;

impl Layer {
    /// The newest layer, to be changed; a new one if the newest is shared.
    pub fn top(shared: &mut Rc<Layer>) -> &mut Layer {
        if !Layer::is_open(shared) {
            *shared = Rc::new(Layer::over(shared));
        }
        Rc::get_mut(shared).expect("just made our own")
    }

    /// Whether the newest layer may be changed in place.
    pub fn is_open(shared: &mut Rc<Layer>) -> bool {
        Rc::get_mut(shared).is_some_and(|layer| !layer.is_fixed() && layer.chunks.len() < CROWDED)
    }

    /// Whether something was made from this layer that must stay valid.
    fn is_fixed(&self) -> bool {
        self.view.get().is_some() || self.hash.get().is_some()
    }

    /// A layer that holds nothing, or the contents of those under it that are not worth a layer.
    fn over(under: &Rc<Layer>) -> Layer {
        let empty = under.chunks.is_empty() && !under.is_fixed();
        let (mut next, mut depth) = match empty {
            true => (under.under.clone(), under.depth - 1),
            false => (Some(under.clone()), under.depth),
        };
        let mut chunks = Vec::new();
        while depth >= DEEP
            && let Some(layer) = next.take_if(|layer| layer.chunks.len() <= 2 * chunks.len() + 1)
        {
            merge(&mut chunks, &layer.chunks);
            (next, depth) = (layer.under.clone(), depth - 1);
        }
        Layer {
            under: next,
            chunks: chunks.into(),
            depth: depth + 1,
            pointers: under.pointers,
            shown: under.shown.clone(),
            ..Layer::on(under.ground.clone(), under.len)
        }
    }

    /// Writes plain bytes, chunk by chunk.
    pub fn write(&mut self, at: usize, what: &Write<'_>) {
        let (mut at, mut rest) = (at, *what);
        loop {
            let here = CHUNK - at % CHUNK;
            if rest.len() <= here {
                return self.write_here(at, &rest);
            }
            let (low, high) = rest.cut(here);
            match low {
                Some(low) => self.write_here(at, &low),
                None => rest.pieces(0..here, |k, piece| self.write_here(at + k, &piece)),
            }
            at += here;
            match high {
                Some(high) => rest = high,
                None => {
                    let len = rest.len();
                    return rest.pieces(here..len, |k, piece| {
                        self.write_here(at + k - here, &piece);
                    });
                }
            }
        }
    }

    /// Writes plain bytes, all of them in one chunk.
    #[inline]
    fn write_here(&mut self, at: usize, what: &Write<'_>) {
        let range = at..at + what.len();
        if let Write::Pointer { .. } | Write::Piece(_) = what {
            self.pointers = true;
        }
        if matches!(what, Write::Fill { byte: 0, .. }) && self.is_zero(&range) {
            return;
        }
        self.raise(range);
        self.chunk_mut(at / CHUNK).write(at % CHUNK, what);
    }

    /// Whether some bytes of one chunk are already plain zeros, so that no chunk needs to be created for them.
    fn is_zero(&self, range: &Range<usize>) -> bool {
        let (source, stop) = self.source(range.start, range.end);
        let Source::Plain(plain, start) = source else { return false };
        stop == range.end
            && self.chunk(range.start / CHUNK).is_none()
            && self.is_written(range.clone())
            && plain
                .plain(range.start - start..range.end - start)
                .is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0))
    }

    /// Writes bytes of a symbolic value.
    pub fn write_slice(&mut self, at: usize, slice: Slice) {
        self.pointers |= slice.is_pointer();
        let (mut at, mut rest) = (at, slice);
        loop {
            let here = (rest.len as usize).min(CHUNK - at % CHUNK);
            let slice = rest.cut(0, here as u32);
            self.raise(at..at + here);
            self.chunk_mut(at / CHUNK).write_slice(at % CHUNK, slice);
            if here == rest.len as usize {
                return;
            }
            rest = rest.cut(here as u32, rest.len - here as u32);
            at += here;
        }
    }

    fn write_part(&mut self, at: usize, part: &Part) {
        match part {
            Part::Slice(slice) => self.write_slice(at, slice.clone()),
            plain => Write::of(plain, |k, write| self.write(at + k, &write)),
        }
    }

    /// A chunk of this layer, created if necessary.
    fn chunk_mut(&mut self, number: usize) -> &mut Chunk {
        let at = self.chunks.find(number).unwrap_or_else(|at| {
            self.chunks.insert(at, (number as u64, Rc::new(Chunk::new())));
            at
        });
        Rc::make_mut(&mut self.chunks[at].1)
    }

    /// Copies the pointers that a write cuts into this layer.
    #[inline]
    fn raise(&mut self, range: Range<usize>) {
        if self.pointers {
            let (first, last) = (range.start / 8, (range.end - 1) / 8);
            self.raise_word(first, &range);
            if last > first {
                self.raise_word(last, &range);
            }
        }
    }

    fn raise_word(&mut self, word: usize, range: &Range<usize>) {
        let all = 8 * word..(8 * word + 8).min(self.len());
        if (range.start <= all.start && range.end >= all.end) || !self.has_pieces(all.clone()) {
            return;
        }
        let mut at = all.start;
        for part in self.parts(all.start, all.len()) {
            let len = part.len() as usize;
            if part.is_pointer() {
                let chunk = self.chunk_mut(at / CHUNK);
                chunk.write_part(at % CHUNK, &part);
            }
            at += len;
        }
    }

    /// Replaces contents by arrays that show everything after a write at offsets that `reach` describes: bytes that
    /// may have been written now show only from the arrays.
    pub fn replace(&mut self, arrays: Arrays, reach: &Reach) {
        let len = self.len();
        // The arrays show what is spared right on this path only, so it lies on top from here on.
        let runs = reach.spared_runs().into_iter();
        let spared: Vec<(usize, Vec<Part>)> =
            runs.map(|run| (run.start, self.parts(run.start, run.len()))).collect();
        let exact = if self.has_pointers() || reach.has_gaps() { Exact::Yes } else { Exact::No };
        // The arrays show everything: where nothing plain lies, they may cover more than was written.
        let written = if self.is_vast() { Cover::All } else { Cover::of(reach, exact, len) };
        let mut chunks = Vec::new();
        self.stack().for_each(|layer| merge(&mut chunks, &layer.chunks));
        chunks.retain_mut(|(number, chunk)| {
            let bits = match self.is_vast() {
                true => reach.of_chunk(*number as usize * CHUNK),
                false => written.of_chunk(*number as usize, len),
            };
            if chunk.held() & !bits == 0 {
                return false;
            }
            if chunk.held() & bits != 0 {
                Rc::make_mut(chunk).remove(bits);
            }
            true
        });
        let arrays = Rc::new(arrays);
        let ground = self.ground.under(arrays.clone(), &written, len);
        let shown = self.shown.clone();
        *self = Layer { shown, ..Layer::on(ground, len) };
        self.pointers |= chunks.iter().any(|(_, chunk)| chunk.has_pointers());
        if !chunks.is_empty() && !reach.is_sparing() {
            // The arrays show these too.
            self.view = OnceCell::from(arrays);
        }
        self.chunks = chunks.into();
        for (mut at, parts) in spared {
            for part in &parts {
                if !matches!(part, Part::Below { .. }) {
                    self.write_part(at, part);
                }
                at += part.len() as usize;
            }
        }
    }

    /// The same bytes over arrays; bytes that `keep` does not ask for show from the arrays.
    pub fn with_arrays(&self, arrays: Arrays, keep: impl Fn(usize) -> bool) -> Layer {
        let mut layer = Layer::on_arrays(self.len(), arrays);
        let mut at = 0;
        while at < self.len() {
            let kept = keep(at);
            let end = (at + 1..self.len()).find(|&at| keep(at) != kept).unwrap_or(self.len());
            let mut start = at;
            for part in self.parts(at, if kept { end - at } else { 0 }) {
                layer.write_part(start, &part);
                start += part.len() as usize;
            }
            at = end;
        }
        layer
    }

    /// The same with room for more bytes at the end: zeros, or what the arrays show there.
    pub fn grown(&self, len: usize) -> Layer {
        let mut chunks = Vec::new();
        self.stack().for_each(|layer| merge(&mut chunks, &layer.chunks));
        Layer {
            chunks: chunks.into(),
            pointers: self.pointers,
            shown: self.shown.clone(),
            ..Layer::on(self.ground.grown(self.len, len), len)
        }
    }

    /// The same with fewer bytes.
    pub fn shrunk(&self, len: usize) -> Layer {
        let mut chunks = Vec::new();
        self.stack().for_each(|layer| merge(&mut chunks, &layer.chunks));
        chunks.retain_mut(|(number, chunk)| {
            let end = len.saturating_sub(*number as usize * CHUNK).min(CHUNK);
            let beyond = !mask(&(0..end));
            if chunk.held() & beyond != 0 {
                Rc::make_mut(chunk).remove(beyond);
            }
            chunk.held() != 0
        });
        Layer {
            chunks: chunks.into(),
            pointers: self.pointers,
            shown: self.shown.clone(),
            ..Layer::on(self.ground.clone(), len)
        }
    }

    /// Shows the bytes that were never written as those of arrays.
    pub fn show_unwritten(&self, arrays: Arrays) -> Layer {
        let written = self.written();
        self.with_arrays(arrays, |at| written.as_ref().is_none_or(|written| written.has(at)))
    }

    /// Everything in one piece, if that is better: most of it was written, or nothing below this layer is shared. To
    /// be called when a chunk was added.
    pub fn condensed(shared: &mut Rc<Layer>) -> Option<Rc<Large>> {
        let layer = Rc::get_mut(shared).filter(|layer| !layer.is_vast())?;
        let ours = layer.under.is_none() && layer.own_ground().is_some();
        let all = layer.len().div_ceil(CHUNK);
        if layer.chunks.len() == all && layer.hides_all() {
            let chunks = std::mem::take(&mut layer.chunks);
            let shown = layer.shown.clone();
            *layer = Layer { chunks, shown, ..Layer::on_zeros(layer.len()) };
            layer.pointers = layer.chunks.iter().any(|(_, chunk)| chunk.has_pointers());
        }
        let crowded = layer.ground.large().is_none() && layer.chunks.len() >= CROWDED;
        if !(ours || crowded || 2 * layer.chunks.len() > all) || !layer.is_plain() {
            return None;
        }
        if !ours {
            return Some(Rc::new(layer.dense()));
        }
        let chunks = std::mem::take(&mut layer.chunks);
        put_all(layer.own_ground()?, &chunks);
        let large = layer.ground.large().cloned();
        // The layer is dropped next; until then it must not hold the bytes.
        layer.ground = Ground::Zero;
        large
    }

    /// Everything in one piece, if it is plain and not vast.
    pub fn in_one_piece(&self) -> Option<Large> {
        (self.is_plain() && !self.is_vast()).then(|| self.dense())
    }

    /// The plain bytes of the ground, if they are not shared and no table was made of them.
    fn own_ground(&mut self) -> Option<&mut Large> {
        let Ground::Plain(terminal) = &mut self.ground else { return None };
        let terminal = Rc::get_mut(terminal).filter(|terminal| terminal.table.get().is_none())?;
        Rc::get_mut(&mut terminal.large)
    }

    /// Whether nothing below this layer is visible.
    fn hides_all(&self) -> bool {
        let all = |(number, chunk): &Numbered| {
            let rest = self.len() - *number as usize * CHUNK;
            chunk.held() == mask(&(0..rest.min(CHUNK)))
        };
        (self.under.is_some() || self.ground.below().is_some()) && self.chunks.iter().all(all)
    }

    /// Whether there are only plain bytes. Hidden bytes count too.
    pub(super) fn is_plain(&self) -> bool {
        self.ground.below().is_none() && self.cell_bytes() == 0
    }

    /// A lower bound on the bytes in cells.
    pub(super) fn cell_bytes(&self) -> usize {
        let chunks = self.stack().flat_map(|layer| layer.chunks.iter());
        chunks.map(|(_, chunk)| chunk.symbolic().count_ones() as usize).sum()
    }

    /// Everything in one piece, provided that all is plain.
    pub(super) fn dense(&self) -> Large {
        let mut large = match self.ground.large() {
            Some(plain) => (**plain).clone(),
            None => Large::new(self.len(), History::Layers),
        };
        let layers: Vec<&Layer> = self.stack().collect();
        layers.iter().rev().for_each(|layer| put_all(&mut large, &layer.chunks));
        large
    }
}

/// Writes plain chunks.
fn put_all(large: &mut Large, chunks: &[Numbered]) {
    for (number, chunk) in chunks {
        let start = *number as usize * CHUNK;
        chunk.each_write(|at, write| large.write(start + at, &write));
    }
}

/// Puts chunks below others.
fn merge(above: &mut Vec<Numbered>, under: &[Numbered]) {
    let mut merged = Vec::with_capacity(above.len() + under.len());
    let (mut a, mut b) = (std::mem::take(above).into_iter().peekable(), under.iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (Some((x, _)), Some((y, _))) => x.cmp(y),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => break,
        };
        let upper = a.next_if(|_| order.is_le());
        let lower = b.next_if(|_| order.is_ge());
        merged.extend(match (upper, lower) {
            (Some((number, upper)), Some((_, lower))) => Some((number, one_of(upper, lower))),
            (Some(upper), None) => Some(upper),
            (None, lower) => lower.cloned(),
        });
    }
    *above = merged;
}

/// Merges two chunks into one.
fn one_of(upper: Rc<Chunk>, lower: &Rc<Chunk>) -> Rc<Chunk> {
    if lower.held() & !upper.held() == 0 {
        return upper;
    }
    let mut both = lower.clone();
    Rc::make_mut(&mut both).take_over(&upper);
    both
}
