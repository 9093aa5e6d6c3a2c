//! Sets of points in time, as stretches in order.

/// A stretch of time, both ends included. An instruction at position `pc` reads at `2 * pc` and
/// writes at `2 * pc + 1`, so that a result may take the place of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stretch {
    pub start: u32,
    pub end: u32,
}

/// When a register is alive.
///
/// Invariant: in ascending order, without overlap.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Range(Vec<Stretch>);

impl Range {
    /// From stretches in any order that do not overlap.
    pub fn new(mut stretches: Vec<Stretch>) -> Range {
        stretches.sort_unstable();
        let mut joined: Vec<Stretch> = Vec::with_capacity(stretches.len());
        for next in stretches {
            match joined.last_mut() {
                Some(last) if last.end + 1 == next.start => last.end = next.end,
                _ => joined.push(next),
            }
        }
        Range(joined)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn start(&self) -> Option<u32> {
        self.0.first().map(|first| first.start)
    }

    /// Whether a point in time is in it.
    pub fn has(&self, time: u32) -> bool {
        let at = self.0.partition_point(|stretch| stretch.end < time);
        self.0.get(at).is_some_and(|stretch| stretch.start <= time)
    }

    /// Whether there is a common point.
    pub fn overlaps(&self, other: &Range) -> bool {
        let (short, long) =
            if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        short.0.iter().any(|stretch| {
            let at = long.0.partition_point(|s| s.end < stretch.start);
            long.0.get(at).is_some_and(|s| s.start <= stretch.end)
        })
    }

    /// Adds a range without common points.
    pub fn join(&mut self, other: Range) {
        match (self.0.last(), other.start()) {
            (Some(last), Some(start)) if last.end < start => self.0.extend(other.0),
            _ => {
                self.0.extend(other.0);
                self.0.sort_unstable();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(stretches: &[(u32, u32)]) -> Range {
        Range::new(
            stretches.iter().map(|(start, end)| Stretch { start: *start, end: *end }).collect(),
        )
    }

    #[test]
    fn neighbours_become_one() {
        assert_eq!(range(&[(4, 9), (0, 3)]), range(&[(0, 9)]));
        assert_ne!(range(&[(5, 9), (0, 3)]), range(&[(0, 9)]));
    }

    #[test]
    fn overlap() {
        let holes = range(&[(0, 3), (10, 12), (20, 20)]);
        assert!(!holes.overlaps(&range(&[(4, 9), (13, 19), (21, 30)])));
        for point in [0, 3, 11, 20] {
            assert!(holes.overlaps(&range(&[(point, point)])), "{point}");
        }
        assert!(holes.overlaps(&range(&[(4, 30)])));
        assert!(!holes.overlaps(&Range::default()));
    }

    #[test]
    fn joined_ranges_overlap_with_both() {
        let mut whole = range(&[(10, 12)]);
        whole.join(range(&[(0, 1), (20, 25)]));
        for (point, hit) in [(0, true), (2, false), (11, true), (13, false), (25, true)] {
            assert_eq!(whole.overlaps(&range(&[(point, point)])), hit, "{point}");
        }
    }
}
