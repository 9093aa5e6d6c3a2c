//! C and C++ to bitcode, by clang.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::CliError;
use crate::load::Runtime;
use crate::options::BuildOptions;

/// Compiles a source file against our libc's headers, if there is one.
pub fn compile(
    source: &Path,
    runtime: Option<&Runtime>,
    options: &BuildOptions,
) -> Result<Vec<u8>, CliError> {
    let clang = match &options.cc {
        Some(clang) => clang.clone(),
        None => newest_clang().ok_or(CliError::NoClang)?,
    };
    let mut command = Command::new(&clang);
    command.args(["-c", "-emit-llvm", "-g", "-o", "-"]).arg(format!("-O{}", options.optimize));
    command.args(["-fno-stack-protector", "-U_FORTIFY_SOURCE"]);
    if let Some(runtime) = runtime {
        if is_cpp(source) {
            command.args(runtime.cxx_flags());
        }
        command.args(["--target=x86_64-linux-musl", "-nostdlibinc", "-isystem"]);
        command.arg(runtime.include());
    } else if let Ok(runtime) = Runtime::find() {
        command.arg("-isystem").arg(runtime.replay_include());
    }
    command.args(&options.cflags).arg(source);
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| CliError::Clang(clang, error))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(CliError::Compile(source.to_path_buf()))
    }
}

fn is_cpp(source: &Path) -> bool {
    source.extension().is_some_and(|extension| extension != "c" && extension != "i")
}

/// The clang with the greatest version number on PATH, or a plain `clang`.
fn newest_clang() -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let present = |name: &str| directories.iter().any(|d| d.join(name).is_file());
    let versioned = (13..=40).rev().map(|version| format!("clang-{version}"));
    versioned.chain(std::iter::once("clang".to_owned())).find(|name| present(name))
}
