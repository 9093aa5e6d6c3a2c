//! What the allocators promise, and the deterministic one against a plain reference.

mod promises;
mod reference;

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
