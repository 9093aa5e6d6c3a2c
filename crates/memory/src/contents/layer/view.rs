//! Layers as arrays.
//!
//! The ground has one table, created when it is first needed and shared by all states on it; what layers hold is
//! stored on top. So many states whose large buffers differ in a few bytes have one table. Small objects, and those
//! that changed a lot, get a table of their own, so that equal contents are equal arrays.

use std::rc::Rc;

use super::Layer;
use super::chunk::{CHUNK, runs};
use crate::History;
use crate::contents::Write;
use crate::contents::arrays::Arrays;
use crate::contents::large::Large;
use crate::contents::plain::PlainRef;
use crate::contents::source::{Source, Sourced, Stale, add_stale};
use crate::space::weigh::Scale;

/// Plain bytes of objects up to this size are put in a new table.
const TABLE: usize = 256;

/// Up to this many words are stored on top of a table.
const STORED: usize = 64;

/// The most bytes that are put in a new table.
const ANEW: usize = super::SPARSE as usize;

impl Sourced for Layer {
    fn len(&self) -> usize {
        self.len
    }

    fn source(&self, at: usize, end: usize) -> (Source<'_>, usize) {
        let (number, bit) = (at / CHUNK, at % CHUNK);
        let start = at - bit;
        let mut end = end.min(start + CHUNK);
        for chunk in self.stack().filter_map(|layer| layer.chunk(number)) {
            let held = chunk.held() >> bit;
            if held & 1 != 0 {
                return chunk.source(start, at, end);
            }
            end = end.min(at + held.trailing_zeros() as usize);
        }
        self.ground.source(at, end)
    }

    fn has_pointers(&self) -> bool {
        let mut any = false;
        self.each_id(&mut |_| any = true);
        any
    }

    fn below(&self) -> Option<&Arrays> {
        self.ground.below().map(|arrays| &**arrays)
    }

    fn is_first_shown(&self) -> bool {
        !self.shown.replace(true)
    }

    fn start_of_view(&self, tables: &dyn Fn(PlainRef<'_>) -> Arrays) -> (Rc<Arrays>, Stale) {
        if let Some(view) = self.view.get() {
            return (view.clone(), Stale::new());
        }
        let plain = self.is_plain();
        let anew = || (Rc::new(tables(self.dense().get())), Stale::new());
        if plain && self.len() <= TABLE {
            return anew();
        }
        let mut stale = Stale::new();
        let mut shown = None;
        for layer in self.stack() {
            shown = layer.view.get().cloned();
            if shown.is_some() {
                break;
            }
            for (number, chunk) in layer.chunks.iter() {
                let start = *number as usize * CHUNK;
                runs(chunk.held())
                    .for_each(|run| add_stale(&mut stale, start + run.start..start + run.end));
            }
        }
        if plain && stale.len() > STORED && self.len() <= ANEW {
            return anew();
        }
        if !plain && self.ground.below().is_none() && stale.len() > STORED && self.len() <= ANEW {
            return self.anew_but_cells(tables);
        }
        if let Some(view) = shown {
            return (view, stale);
        }
        if self.ground.below().is_none()
            && let Some(view) = self.copied_input(self.cell_bytes())
        {
            return view;
        }
        (self.ground.view(tables), stale)
    }

    fn set_view(&self, arrays: Rc<Arrays>) {
        // The existing one shows the same.
        self.view.get_or_init(|| arrays);
    }
}

impl Layer {
    /// A table of the plain bytes, and those that are in cells; nothing is below.
    fn anew_but_cells(&self, tables: &dyn Fn(PlainRef<'_>) -> Arrays) -> (Rc<Arrays>, Stale) {
        let mut large = Large::new(self.len(), History::Layers);
        let (mut at, mut stale) = (0, Stale::new());
        while at < self.len() {
            let (source, stop) = self.source(at, self.len());
            if let Source::Cell(..) = source {
                add_stale(&mut stale, at..stop);
            } else {
                for part in self.parts(at, stop - at) {
                    Write::of(&part, |k, write| large.write(at + k, &write));
                    at += part.len() as usize;
                }
            }
            at = stop;
        }
        (Rc::new(tables(large.get())), stale)
    }

    /// Counts the memory of this layer and those under it.
    pub fn weigh(layer: &Rc<Layer>, scale: &mut Scale) {
        if !scale.add_once(layer, || size_of::<Layer>() + layer.chunks.weight()) {
            return;
        }
        for (_, chunk) in layer.chunks.iter() {
            scale.add_once(chunk, || chunk.weight());
        }
        if let Some(view) = layer.view.get() {
            scale.add_arrays(view);
        }
        match &layer.under {
            Some(under) => Layer::weigh(under, scale),
            None => layer.ground.weigh(scale),
        }
    }
}
