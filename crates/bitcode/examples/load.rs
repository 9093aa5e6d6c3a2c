//! Reads bitcode files and says how long each took.
#![allow(clippy::print_stdout)]

use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let start = Instant::now();
        let module = bitcode::read(&bytes).map_err(|e| format!("{path}: {e}"))?;
        let seconds = start.elapsed().as_secs_f64();
        let insts = module.functions.iter().filter_map(|f| f.body.as_ref());
        let insts: usize = insts.map(|b| b.insts.len()).sum();
        println!(
            "{path}: {} bytes, {} functions, {insts} instructions, {} nodes of metadata, {:.1} ms",
            bytes.len(),
            module.functions.len(),
            module.metadata.nodes.len(),
            seconds * 1e3
        );
    }
    Ok(())
}
