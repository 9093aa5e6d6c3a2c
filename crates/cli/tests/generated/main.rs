//! Generated programs: what they do in Strata is what they do natively.
//!
//! Each generator makes a program of a seed. Its seeds are tested in parts, which run side by side and name
//! the seeds that fail.

mod csmith;
mod heap;
mod loops;
mod seeds;
mod steered;
mod tables;
mod ways;
mod world;

#[path = "../suite/brute.rs"]
#[expect(dead_code, reason = "shared with the suite")]
mod brute;
#[path = "../suite/directives.rs"]
#[expect(dead_code, reason = "shared with the suite")]
mod directives;
#[path = "../suite/explore.rs"]
#[expect(dead_code, reason = "shared with the suite")]
mod explore;
#[path = "../suite/models.rs"]
mod models;
#[path = "../support/mod.rs"]
mod support;
