//! What native code can touch: the pages that objects lie in, and the parts of these pages beside the objects.
//!
//! All other pages are closed. In the open ones, everything beside the objects is a *guard*: it holds a
//! pattern, and a changed pattern reveals a write that missed its object.

use std::ops::Range;

/// The unit of protection.
pub const PAGE: u64 = 4096;

/// What guards hold: neither zero nor text, as overflows are likely to write.
pub const GUARD: u8 = 0xb7;

/// Ranges of addresses, in their order.
#[derive(Debug, Default)]
pub struct Exposure {
    /// Whole pages, with closed ones between any two.
    pub open: Vec<Range<u64>>,
    /// The parts of these that belong to no object.
    pub guards: Vec<Range<u64>>,
}

impl Exposure {
    /// Objects as address and size, in the order of their addresses.
    pub fn of(objects: impl Iterator<Item = (u64, u64)>) -> Exposure {
        let mut all = Exposure::default();
        // Where the last object ended.
        let mut end = 0;
        for (address, size) in objects.filter(|(_, size)| *size > 0) {
            let first = address / PAGE * PAGE;
            let last = (address + size).next_multiple_of(PAGE);
            match all.open.last_mut() {
                Some(range) if range.end >= first => {
                    all.guards.push(end..address);
                    range.end = range.end.max(last);
                }
                before => {
                    if let Some(range) = before {
                        all.guards.push(end..range.end);
                    }
                    all.guards.push(first..address);
                    all.open.push(first..last);
                }
            }
            end = address + size;
        }
        all.guards.extend(all.open.last().map(|range| end..range.end));
        all.guards.retain(|range| !range.is_empty());
        all
    }
}

/// What is in the first ranges and not in the second; both are in their order.
pub fn without(these: &[Range<u64>], those: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut left = Vec::new();
    let mut next = 0;
    for range in these {
        let mut start = range.start;
        while those.get(next).is_some_and(|other| other.end <= start) {
            next += 1;
        }
        for other in those[next..].iter().take_while(|other| other.start < range.end) {
            if start < other.start {
                left.push(start..other.start);
            }
            start = start.max(other.end);
        }
        if start < range.end {
            left.push(start..range.end);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_open_and_the_rest_of_them_is_guarded() {
        let objects = [(0x1010, 16), (0x1100, 0x1000), (0x5000, 0x1000), (0x7fff, 1), (0x9000, 0)];
        let all = Exposure::of(objects.into_iter());
        assert_eq!(all.open, [0x1000..0x3000, 0x5000..0x6000, 0x7000..0x8000]);
        assert_eq!(all.guards, [0x1000..0x1010, 0x1020..0x1100, 0x2100..0x3000, 0x7000..0x7fff]);
        assert_eq!(Exposure::of([].into_iter()).open, []);
    }

    #[test]
    fn differences() {
        let (these, those) = ([0..10, 20..30, 40..50], [2..4, 6..25, 28..45]);
        assert_eq!(without(&these, &those), [0..2, 4..6, 25..28, 45..50]);
        assert_eq!(without(&those, &these), [10..20, 30..40]);
        assert_eq!(without(&these, &[]), these);
        assert_eq!(without(&[], &those), []);
        assert_eq!(without(&these, &these), []);
    }
}
