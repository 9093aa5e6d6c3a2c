//! The compilers and disassemblers of the corpus.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version that has to be there.
const REQUIRED: u32 = 19;

/// Whether the tools of an LLVM version are installed. Without [`REQUIRED`] the comparison would
/// be empty, so that is an error.
pub fn installed(version: u32) -> bool {
    let tools = ["clang", "llvm-as", "llvm-dis"].map(|tool| format!("{tool}-{version}"));
    let found = tools.iter().all(|tool| testing::installed(tool));
    assert!(found || version != REQUIRED, "LLVM {version} not found: run ./setup.sh --dev");
    found
}

/// The directory of our own sources.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// A file in the directory for what tests write.
pub fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("llvm-dis");
    std::fs::create_dir_all(&directory).expect("the directory for what tests write");
    directory.join(name)
}

/// Runs a tool; its standard output, or what it said on failing.
pub fn run<A: AsRef<OsStr>>(
    tool: &str,
    arguments: impl IntoIterator<Item = A>,
) -> Result<Vec<u8>, String> {
    let mut command = Command::new(tool);
    command.args(arguments);
    let output = command.output().map_err(|error| format!("{tool}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}
