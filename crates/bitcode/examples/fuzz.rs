//! Damages bitcode files and reads them: `fuzz COUNT FILE…`. Says the slowest run.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let count: u64 = args.next().ok_or("usage: fuzz COUNT FILE…")?.parse()?;
    let files = args.map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    if files.is_empty() {
        return Err("usage: fuzz COUNT FILE…".into());
    }
    let (mut slowest, mut at) = (Duration::ZERO, 0);
    let mut read = 0_u64;
    for seed in 0..count {
        let corpus = &files[seed as usize % files.len()];
        let start = Instant::now();
        read += u64::from(bitcode::fuzz::mutate_and_read(seed, corpus).is_ok());
        let elapsed = start.elapsed();
        if elapsed > slowest {
            (slowest, at) = (elapsed, seed);
        }
    }
    println!("{count} mutations, {read} still read, slowest {slowest:?} (seed {at})");
    Ok(())
}
