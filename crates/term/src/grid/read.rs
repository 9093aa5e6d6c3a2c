//! Reads of arrays at all points of a grid.
//!
//! At a point, a read is of one byte: that of the newest store at its index, or the one below all stores. A chain of
//! stores is walked once for all points, and most stores are at constants: each is looked up among the indices of the
//! points that are still to be found, so that a chain costs what is in it, not that for each point.

use super::column::Column;
use super::{Computed, Grid, WORDS};
use crate::BYTE;
use crate::inputs::Part;
use crate::store::{Kind, Payload, Store};

/// The longest chain of stores that a read goes down.
const CHAIN: usize = 1 << 17;

/// The most stores at indices that differ between points.
const VARYING: usize = 1 << 12;

/// The points whose byte has not been found yet.
struct Wanted<'i> {
    /// By point.
    indices: &'i [u64],
    /// Invariant: sorted by their indices.
    sorted: Vec<usize>,
}

impl<'i> Wanted<'i> {
    fn new(indices: &'i [u64], points: impl Iterator<Item = usize>) -> Self {
        let mut sorted: Vec<usize> = points.collect();
        sorted.sort_unstable_by_key(|point| (indices[*point], *point));
        Wanted { indices, sorted }
    }

    /// Takes out the points with this index.
    fn take(&mut self, index: u64) -> impl Iterator<Item = usize> {
        let from = self.sorted.partition_point(|point| self.indices[*point] < index);
        let rest = &self.sorted[from..];
        let count = rest.partition_point(|point| self.indices[*point] == index);
        self.sorted.drain(from..from + count)
    }
}

impl Grid {
    /// What reads of an array at an index give.
    pub(super) fn read(&self, store: &Store, array: u32, index: &Column) -> Computed {
        match store.node(array).key.kind {
            Kind::Store => self.read_stores(store, array, index),
            _ => self.read_base(store, array, index).into(),
        }
    }

    /// The same of an array with stores.
    fn read_stores(&self, store: &Store, array: u32, index: &Column) -> Computed {
        let points = self.points;
        let indices = points.list(points.parts(index).0);
        let mut wanted = Wanted::new(&indices, points.known_at(index));
        let mut bytes = vec![None; points.0];
        let (mut base, mut chain, mut varying) = (array, 0, 0);
        while !wanted.sorted.is_empty() {
            let key = store.node(base).key;
            if key.kind != Kind::Store {
                break;
            }
            let byte = self.get(store, key.words[2]);
            match self.get(store, key.words[1]) {
                Column::Same(at) => {
                    let found = wanted.take(at);
                    found.for_each(|point| bytes[point] = points.at(&byte, point));
                }
                at => {
                    // Where it is not known which byte was stored, neither is what is read.
                    wanted.sorted.retain(|&point| match points.at(&at, point) {
                        Some(at) if at == indices[point] => {
                            bytes[point] = points.at(&byte, point);
                            false
                        }
                        at => at.is_some(),
                    });
                    varying += 1;
                }
            }
            chain += 1;
            if chain > CHAIN || varying > VARYING {
                return Column::None.into();
            }
            base = key.words[0];
        }
        let below = self.read_base(store, base, index);
        wanted.sorted.into_iter().for_each(|point| bytes[point] = points.at(&below, point));
        let Computed { column, work } = points.known_numbers(BYTE, &bytes).into();
        Computed { column, work: work + chain / WORDS + varying * points.0 / WORDS }
    }

    /// The same of an array without stores.
    fn read_base(&self, store: &Store, base: u32, index: &Column) -> Column {
        let key = store.node(base).key;
        match (key.kind, index) {
            (Kind::Array, Column::Same(index)) => self.coordinates(base, Part::Byte(*index)),
            (Kind::Table, index) => match store.payload_of(&key) {
                Payload::Bytes(bytes) => self.points.map(index, BYTE, |at| {
                    let at = usize::try_from(at).ok();
                    at.and_then(|at| bytes.get(at)).map_or(0, |byte| u64::from(*byte))
                }),
                _ => unreachable!("a table is bytes"),
            },
            _ => Column::None,
        }
    }
}
