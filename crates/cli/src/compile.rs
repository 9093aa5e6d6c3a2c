//! C and C++ to bitcode, by clang.

use std::ffi::OsString;
use std::io::Write;
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
    let clang = clang(options)?;
    let mut command = Command::new(&clang);
    command.args(["-c", "-emit-llvm", "-g", "-o", "-"]).arg(format!("-O{}", options.optimize));
    command.args(CHECKABLE);
    if let Some(runtime) = runtime {
        command.args(library_flags(runtime, is_cpp(source)));
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

/// Assembles a module in LLVM's language. Its text changes with every version: unless a compiler is asked for, all
/// that are installed are tried, the newest first.
pub fn assemble(file: &Path, text: &[u8], options: &BuildOptions) -> Result<Vec<u8>, CliError> {
    let candidates = options.cc.clone().map_or_else(|| clangs().collect(), |clang| vec![clang]);
    let mut said = None;
    for clang in &candidates {
        let mut command = Command::new(clang);
        command.args(["-x", "ir", "-", "-c", "-emit-llvm", "-w", "-o", "-"]);
        command.args(["-Xclang", "-disable-llvm-passes"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = command.spawn().and_then(|mut child| {
            let stdin = child.stdin.take();
            std::thread::scope(|scope| {
                // A compiler that finds an error closes its input early.
                scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(text)));
                child.wait_with_output()
            })
        });
        let output = output.map_err(|error| CliError::Clang(clang.clone(), error))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        said.get_or_insert(output.stderr);
    }
    let said = said.ok_or(CliError::NoClang)?;
    let _ = std::io::stderr().write_all(&said);
    Err(CliError::Compile(file.to_path_buf()))
}

/// Flags that leave checks to the engine. Without optimisation, clang says where the scope of a local begins and
/// ends only if it is asked to.
pub const CHECKABLE: [&str; 4] =
    ["-fno-stack-protector", "-U_FORTIFY_SOURCE", "-Xclang", "-fsanitize-address-use-after-scope"];

/// The machine that our C library is for.
pub const TARGET: &str = "--target=x86_64-linux-musl";

/// Flags for code that runs with our C library.
pub fn library_flags(runtime: &Runtime, cpp: bool) -> Vec<OsString> {
    let mut flags: Vec<OsString> = Vec::new();
    if cpp {
        flags.extend(runtime.cxx_flags().into_iter().map(OsString::from));
    }
    flags.extend([TARGET, "-nostdlibinc", "-isystem"].map(OsString::from));
    flags.push(runtime.include().into());
    flags
}

/// Whether a file is C or C++, by its name.
pub fn is_source(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("c" | "i" | "cc" | "cpp" | "cxx" | "C" | "ii"))
}

pub fn is_cpp(source: &Path) -> bool {
    source.extension().is_some_and(|extension| extension != "c" && extension != "i")
}

/// The compiler that was asked for, or the newest there is.
pub fn clang(options: &BuildOptions) -> Result<String, CliError> {
    match &options.cc {
        Some(clang) => Ok(clang.clone()),
        None => clangs().next().ok_or(CliError::NoClang),
    }
}

/// The compilers on PATH, the greatest version number first, a plain `clang` last.
pub fn clangs() -> impl Iterator<Item = String> {
    let versioned = (13..=40).rev().map(|version| format!("clang-{version}"));
    versioned.chain(std::iter::once("clang".to_owned())).filter(|name| on_path(name).is_some())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// This compiler if the libraries of its sanitizers are installed, or else another one.
pub fn with_sanitizers(clang: &str) -> Option<String> {
    let all = std::iter::once(clang.to_owned()).chain(clangs());
    all.into_iter().find(|clang| has_sanitizers(clang))
}

/// A compiler prints the path of a library it has, and the bare name of one it has not. Starting it just for that
/// takes longer than compiling a small program, so the usual place is looked at first.
fn has_sanitizers(clang: &str) -> bool {
    let usual = || {
        let root = on_path(clang)?.canonicalize().ok()?.ancestors().nth(2)?.join("lib/clang");
        let version = clang.rsplit('-').next()?;
        Some(root.join(version).join("lib/linux/libclang_rt.asan-x86_64.a").is_file())
    };
    if usual() == Some(true) {
        return true;
    }
    ["libclang_rt.asan-x86_64.a", "libclang_rt.asan.a"].iter().any(|library| {
        let mut command = Command::new(clang);
        let output = command.arg(format!("-print-file-name={library}")).output();
        output.is_ok_and(|output| output.stdout.starts_with(b"/"))
    })
}

/// The program that gives sanitizers the source lines of addresses, if there is one.
pub fn symbolizer(clang: &str) -> Option<PathBuf> {
    let beside = on_path(clang).and_then(|path| path.canonicalize().ok());
    let beside = beside.map(|path| path.with_file_name("llvm-symbolizer"));
    beside.filter(|path| path.is_file()).or_else(|| on_path("llvm-symbolizer"))
}
