//! What the allocators promise, and the deterministic one against a plain model.

mod model;
mod promises;

use crate::{Allocator, Quarantine, Region, Scheme, Span};

const STACK: Region = Region(0);
const HEAP: Region = Region(1);

/// Small enough for bins to run out.
const SMALL: [Span; 2] =
    [Span { base: 1 << 32, size: 1 << 18 }, Span { base: 1 << 40, size: 1 << 18 }];

const WIDE: [Span; 2] =
    [Span { base: 1 << 44, size: 1 << 37 }, Span { base: 1 << 45, size: 1 << 40 }];

type Both = Allocator<u32, 2>;

fn kd(layout: [Span; 2], quarantine: Quarantine) -> Both {
    Allocator::new(Scheme::Kd, layout, quarantine).unwrap()
}

/// A small generator, so that failures repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
