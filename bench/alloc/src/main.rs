//! Measures the deterministic allocator: allocating and freeing, and forking. Beside it, in the same run,
//! an allocator on `BTreeMap`s that is copied whole. Prints a table in Markdown; see `bench/README.md`.
//!
//!     cargo run --release -p alloc-bench

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

mod plain;

use std::alloc::System;
use std::hint::black_box;
use std::time::Instant;

use alloc::{Allocator, Quarantine, Region, Scheme, Span};
use cap::Cap;
use plain::Plain;

#[global_allocator]
static HOST: Cap<System> = Cap::new(System, usize::MAX);

const HEAP: Region = Region(0);
const ROUNDS: u32 = 10_000_000;
const LIVE: u32 = 10_000;

/// What is measured: our allocator and the plain one.
trait Subject: Clone {
    fn take(&mut self, size: u64, tag: u32) -> u64;
    fn give(&mut self, address: u64, size: u64);
}

type Kd = Allocator<u32, 1>;

impl Subject for Kd {
    fn take(&mut self, size: u64, tag: u32) -> u64 {
        self.allocate(HEAP, size, 16, tag).expect("there is room")
    }

    fn give(&mut self, address: u64, size: u64) {
        self.free_sized(HEAP, address, size, 16).expect("it is live");
    }
}

impl Subject for Plain {
    fn take(&mut self, size: u64, tag: u32) -> u64 {
        self.allocate(size, tag)
    }

    fn give(&mut self, address: u64, _: u64) {
        self.free(address);
    }
}

/// The sizes of objects: mostly small, as those of programs are.
fn size(n: u32) -> u64 {
    let n = n.wrapping_mul(0x9e37_79b1) >> 8;
    match n % 64 {
        0 => 3000 + u64::from(n % 5000),
        1..8 => 65 + u64::from(n % 1000),
        _ => 1 + u64::from(n % 64),
    }
}

/// Nanoseconds for one object to be made and to go, the oldest of `live` each time.
fn churn(mut subject: impl Subject, live: u32) -> f64 {
    let mut ring: Vec<(u64, u64)> =
        (0..live).map(|n| (subject.take(size(n), n), size(n))).collect();
    let start = Instant::now();
    for n in 0..ROUNDS {
        let entry = &mut ring[(n % live) as usize];
        subject.give(entry.0, entry.1);
        let size = size(n);
        *entry = (subject.take(size, n), size);
    }
    black_box(&subject);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(ROUNDS)
}

/// Nanoseconds for a call's locals: eight come and go, the youngest first.
fn calls(mut subject: impl Subject) -> f64 {
    let start = Instant::now();
    for n in 0..ROUNDS / 8 {
        let frame = [4, 8, 8, 4, 16, 8, 4, 32].map(|size| (subject.take(size, n), size));
        frame.into_iter().rev().for_each(|(address, size)| subject.give(address, size));
    }
    black_box(&subject);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(ROUNDS)
}

/// Nanoseconds to fork, change once and end the fork; and bytes that a changed fork has of its own.
fn forks(mut subject: impl Subject, forks: u32) -> (f64, f64) {
    let objects: Vec<(u64, u64)> = (0..LIVE).map(|n| (subject.take(size(n), n), size(n))).collect();
    let change = |n: u32| {
        let mut fork = subject.clone();
        let (address, size) = objects[(n.wrapping_mul(7919) % LIVE) as usize];
        match n % 2 {
            0 => fork.give(address, size),
            _ => drop(fork.take(size, n)),
        }
        fork
    };
    let start = Instant::now();
    (0..forks).for_each(|n| drop(black_box(change(n))));
    let time = start.elapsed().as_secs_f64() * 1e9 / f64::from(forks);
    let before = HOST.allocated();
    let kept: Vec<_> = (0..forks.min(1000)).map(change).collect();
    let bytes = HOST.allocated() - before;
    (time, bytes as f64 / kept.len() as f64)
}

fn main() {
    let layout = [Span { base: 1 << 44, size: 1 << 40 }];
    let kd = || Kd::new(Scheme::Kd, layout, Quarantine::Last(8)).expect("a good layout");
    println!("| | ours | `BTreeMap` | ratio |\n|---|---|---|---|");
    let row = |what: &str, ours: f64, theirs: f64| {
        println!("| {what} | {ours:.0} | {theirs:.0} | {:.1} |", theirs / ours);
    };
    for live in [100, LIVE] {
        let what = format!("allocate and free, {live} live: ns");
        row(&what, churn(kd(), live), churn(Plain::new(), live));
    }
    row("a local made and gone: ns", calls(kd()), calls(Plain::new()));
    let (ours, theirs) = (forks(kd(), 1_000_000), forks(Plain::new(), 1_000));
    row("fork with 10,000 live, change, end: ns", ours.0, theirs.0);
    row("bytes of a changed fork", ours.1, theirs.1);
}
