//! Where in a bin the slots lie that are handed out one after the other.
//!
//! The slots of a bin are the nodes of a binary tree that is never built: the root is the middle slot, and
//! each node halves the space its parent left it. Slots are handed out level by level, and in a level
//! from the outside to the inside, so that objects are as far apart as can be and do not come in rising
//! order. A slot has two names: its *position*, which is where it lies, and its *index*, which is when
//! its turn comes. Everything about it is kept by index, so that what is kept is dense.
//!
//! ```text
//! position  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
//! index           3     1     5     0     6     2     4
//! ```
//!
//! The lowest level of the tree is left out: so there is always at least one slot between two objects,
//! and at both ends of the bin.

/// A bin of `1 << log` slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scatter {
    pub log: u32,
}

impl Scatter {
    /// How many slots can be handed out.
    pub fn capacity(self) -> u64 {
        (1_u64 << self.log) / 2 - u64::from(self.log > 0)
    }

    /// The position of an index below the capacity.
    #[inline]
    pub fn position(self, index: u64) -> u64 {
        let level = (index + 1).ilog2();
        let turn = index + 1 - (1 << level);
        let node = if turn.is_multiple_of(2) { turn / 2 } else { (1 << level) - 1 - turn / 2 };
        (2 * node + 1) << (self.log - level - 1)
    }

    /// The index of a position; `None` for those that are never handed out.
    #[inline]
    pub fn index(self, position: u64) -> Option<u64> {
        let below = position.trailing_zeros();
        if position == 0 || position >> self.log != 0 || below == 0 {
            return None;
        }
        let level = self.log - 1 - below;
        let (node, nodes) = (position >> (below + 1), 1_u64 << level);
        let turn = if node < nodes.div_ceil(2) { 2 * node } else { 2 * (nodes - 1 - node) + 1 };
        Some(nodes - 1 + turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_figure_3() {
        let bin = Scatter { log: 4 };
        let order: Vec<u64> = (0..bin.capacity()).map(|index| bin.position(index)).collect();
        assert_eq!(order, [8, 4, 12, 2, 14, 6, 10]);
    }

    #[test]
    fn the_fourth_level_goes_on_from_the_outside_to_the_inside() {
        let bin = Scatter { log: 5 };
        let order: Vec<u64> = (7..bin.capacity()).map(|index| bin.position(index)).collect();
        assert_eq!(order, [2, 30, 6, 26, 10, 22, 14, 18]);
    }

    #[test]
    fn position_and_index_are_inverse() {
        for log in 0..14 {
            let bin = Scatter { log };
            let mut seen = 0;
            for position in 0..1 << log {
                if let Some(index) = bin.index(position) {
                    assert_eq!(bin.position(index), position, "{log}");
                    seen += 1;
                }
            }
            assert_eq!(seen, bin.capacity(), "{log}");
            assert!((0..seen).all(|index| bin.index(bin.position(index)) == Some(index)));
            assert_eq!(bin.index(1 << log), None);
        }
    }

    /// Section 5.4: with at most `n` slots in use, what lies between two of them, or between one and
    /// either end, is at least `size / 2^ceil(log2(n + 1)) - slot size`.
    #[test]
    fn the_distance_is_that_of_the_paper() {
        for log in 2..12 {
            let bin = Scatter { log };
            let mut taken = vec![0, 1 << log];
            for n in 1..=bin.capacity() {
                taken.push(bin.position(n - 1));
                taken.sort_unstable();
                let levels = (n + 1).next_power_of_two().ilog2();
                let promised = (1_u64 << log >> levels) - 1;
                assert!(promised > 0);
                for pair in taken.windows(2) {
                    // No slot of the bin lies at its start.
                    let first = if pair[0] == 0 { 0 } else { pair[0] + 1 };
                    assert!(pair[1] - first >= promised, "{n} of {log}: {pair:?}");
                }
            }
        }
    }
}
