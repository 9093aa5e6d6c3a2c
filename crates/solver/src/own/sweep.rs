//! Hard questions about few bits: arithmetic that no search through clauses sees through is simply computed, for all
//! values of the inputs, block by block.

use std::rc::Rc;

use term::{Axis, Found, Grid};

use crate::query::{Query, Verdict};
use crate::sat::Limits;
use crate::stage::few::axes;

/// The most combinations of values that are tried.
const MOST: u64 = 1 << 20;

/// How many of them are tried at once.
const BLOCK: u64 = 1 << 12;

/// The most work on one question, about a second's.
const WORK: u64 = 1 << 21;

/// The least model of a query, or that there is none, if its inputs have few values.
pub(super) fn sweep(query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
    let axes = axes(query, limits, MOST)?;
    let blocks = blocks(&axes);
    let count = blocks.len() as u64;
    for block in blocks {
        let mut grid = Grid::new(block.clone());
        match grid.search(query.constraints, limits).ok()? {
            Found::First(point) => return Some(Verdict::Sat(Rc::new(grid.model(point, &block)))),
            Found::Nowhere => {}
            Found::Later(_) | Found::Unknown => return None,
        }
        if grid.work() as u64 * count > WORK {
            return None;
        }
    }
    Some(Verdict::Unsat)
}

/// The same combinations in blocks, in the same order.
fn blocks(axes: &[Axis]) -> Vec<Vec<Axis>> {
    let mut blocks = vec![Vec::new()];
    let mut below: u64 = axes.iter().map(|axis| axis.high - axis.low + 1).product();
    for axis in axes {
        below /= axis.high - axis.low + 1;
        let at_once = (BLOCK / below).max(1);
        let starts = (axis.low..=axis.high).step_by(at_once as usize);
        let pieces: Vec<Axis> = starts
            .map(|low| Axis { low, high: axis.high.min(low + (at_once - 1)), ..axis.clone() })
            .collect();
        let with = |block: &Vec<Axis>| -> Vec<Vec<Axis>> {
            pieces.iter().map(|piece| [&block[..], std::slice::from_ref(piece)].concat()).collect()
        };
        blocks = blocks.iter().flat_map(with).collect();
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use numeric::Bits;
    use term::Terms;

    /// All combinations are in one block each, in their order.
    #[test]
    fn blocks_are_all_there_is() {
        let terms = Terms::new();
        let input = |name: &str, bits| terms.var(name, Bits(bits)).inputs()[0].clone();
        let axes = [("x", 3, 0, 4), ("y", 16, 100, 20_099), ("z", 4, 1, 3)]
            .map(|(name, bits, low, high)| Axis { input: input(name, bits), low, high });
        let mut seen = Vec::new();
        for block in blocks(&axes) {
            let [x, y, z] = &block[..] else { panic!("three axes") };
            let before = seen.len();
            for x in x.low..=x.high {
                for y in y.low..=y.high {
                    seen.extend((z.low..=z.high).map(|z| (x, y, z)));
                }
            }
            assert!((seen.len() - before) as u64 <= BLOCK);
        }
        assert!(seen.is_sorted());
        seen.dedup();
        assert_eq!(seen.len(), 5 * 20_000 * 3);
    }
}
