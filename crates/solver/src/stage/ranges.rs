//! Bounds: what constraints say about single terms, put together without search.

use super::Stage;
use crate::query::{Query, Verdict};

/// Finds contradictions by bounds and known bits.
pub struct Ranges;

impl Stage for Ranges {
    fn name(&self) -> &'static str {
        "ranges"
    }

    fn answer(&mut self, _query: &Query<'_>) -> Option<Verdict> {
        None
    }

    fn learn(&mut self, _: &Query<'_>, _: &Verdict) {}
}
