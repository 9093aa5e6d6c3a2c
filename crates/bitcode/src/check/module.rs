//! The module as a whole.

use crate::Module;
use crate::error::Result;

/// Checks a module of which all is read; `bit` is where it ends.
pub(crate) fn check(_module: &Module, _bit: u64) -> Result<()> {
    Ok(())
}
