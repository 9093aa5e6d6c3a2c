//! Signals that ask a run to end: it then writes everything down. A second one ends the process at once.
//!
//! `signal-hook` does just this with a flag and no thread; the similar `ctrlc` starts one, and does not handle a
//! second signal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;

/// The status of a process that was interrupted, as shells have it.
pub const INTERRUPTED: u8 = 128 + SIGINT as u8;

/// Takes SIGINT, and SIGTERM, which `timeout` sends, from now on: they raise the flag.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the first signal finds the flag not raised yet.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}

/// The same without the second signal, for a command that looks at the flag often and has to clean up.
pub fn only_flag() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}

/// Makes a write beyond the limit of file sizes an error like any other, and reported as one. Without this the
/// signal ends the process.
pub fn write_errors_only() {
    // If the handler cannot be set, the signal ends the process as before.
    let _ = flag::register(SIGXFSZ, Arc::default());
}
