//! Signals that ask a run to end: it then writes everything down. A second one ends the process at once.
//!
//! `signal-hook` does just this with a flag and no thread; its like, `ctrlc`, starts one, and has no
//! second signal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The status of a process that was interrupted, as shells have it.
const INTERRUPTED: i32 = 128 + SIGINT;

/// Takes SIGINT, and SIGTERM, which `timeout` sends, from now on: they raise the flag.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the first signal finds the flag not raised yet.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}
