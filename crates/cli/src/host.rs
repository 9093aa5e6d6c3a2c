//! What this process uses of the machine.

use std::fs;

use crate::allocator;

/// Bytes allocated and not freed, with what the allocator keeps besides: where many small things of all
/// ages come and go, nearly twice as much was seen resident. Not what is resident now, which differs
/// between two runs.
pub fn memory_in_use() -> u64 {
    2 * allocator::bytes_in_use()
}

/// Bytes that are resident now.
pub fn resident() -> u64 {
    status("VmRSS:")
}

/// A figure of the process in bytes; zero if the system does not report it.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let figure = status.lines().find_map(|line| line.strip_prefix(name));
    let kib = figure.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

/// The most bytes that were resident, and the processor time taken, in seconds; zero if the system does not
/// report them.
pub fn usage() -> (u64, f64) {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the command, in parentheses, may have spaces; user time is the 12th field after it.
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after.split_whitespace().nth(11).and_then(|field| field.parse::<u64>().ok());
    (status("VmHWM:"), ticks.unwrap_or(0) as f64 / 100.0)
}
