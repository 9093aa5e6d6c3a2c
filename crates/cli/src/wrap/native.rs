//! How machine code is made: against which C library, and what is linked besides.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compile;
use crate::error::CliError;
use crate::load::Runtime;
use crate::wrap::arguments::{Arguments, Item};
use crate::wrap::flags;

/// Where distributions put a native musl.
const MUSL: [&str; 4] = [
    "/usr/lib/x86_64-linux-musl",
    "/usr/lib/musl/lib",
    "/usr/x86_64-linux-musl/lib64",
    "/usr/local/musl/lib",
];

/// The C library of the machine code.
pub enum Native {
    /// Ours, in this directory.
    Musl(PathBuf),
    /// The system's.
    Host,
}

impl Native {
    /// `$STRATA_NATIVE`, or the one there is for the language.
    pub fn new(args: &Arguments, runtime: &Runtime) -> Result<Native, CliError> {
        if !runtime.replay_library().is_file() {
            return Err(CliError::NoReplayLibrary(runtime.replay_library()));
        }
        let asked = std::env::var("STRATA_NATIVE").unwrap_or_default();
        match asked.as_str() {
            "host" => Ok(Native::Host),
            "" if args.is_cxx() => Ok(Native::Host),
            "" | "musl" => Native::musl(),
            other => Err(CliError::NativeLibrary(other.to_owned())),
        }
    }

    /// Our C library as machine code, where it is installed.
    pub fn musl() -> Result<Native, CliError> {
        let mut found = MUSL.iter().map(PathBuf::from);
        let found = found.find(|directory| directory.join("crt1.o").is_file());
        found.map(Native::Musl).ok_or(CliError::NoNativeLibrary)
    }

    /// The words of a part of the command line, as they are for this library.
    pub fn words(&self, item: &Item) -> Vec<OsString> {
        match (self, item) {
            (Native::Musl(_), Item::Flag(words)) => flags::for_musl(words),
            (Native::Host, Item::Flag(words)) => flags::for_host(words),
            _ => item.words(),
        }
    }

    /// For every compilation.
    pub fn compile_flags(&self, runtime: &Runtime) -> Vec<OsString> {
        match self {
            Native::Musl(_) => compile::library_flags(runtime, false),
            Native::Host => vec!["-isystem".into(), runtime.replay_include().into()],
        }
    }

    /// The machine.
    pub fn target_flags(&self) -> Vec<OsString> {
        match self {
            Native::Musl(_) => vec![compile::TARGET.into()],
            Native::Host => Vec::new(),
        }
    }

    /// Where the linker finds the library, and that it looks nowhere else: other libraries of the system are
    /// made for another C library, and `configure` must not find them.
    pub fn link_flags(&self, clang: &str) -> Vec<OsString> {
        let Native::Musl(musl) = self else { return Vec::new() };
        let mut flags = self.target_flags();
        flags.extend(["--sysroot=/nonexistent".into(), "-static-libgcc".into()]);
        for directory in std::iter::once(musl.clone()).chain(gcc(clang)) {
            flags.extend(["-B", "-L"].map(|flag| joined(flag, &directory)));
        }
        flags
    }

    /// What is linked after everything else: the functions of `klee/klee.h`. A library or a part of a program
    /// has them from the program it becomes part of.
    pub fn libraries(&self, args: &Arguments, runtime: &Runtime) -> Option<OsString> {
        let makes_program = args.makes_program() && args.inputs().next().is_some();
        makes_program.then(|| runtime.replay_library().into_os_string())
    }
}

fn joined(flag: &str, directory: &Path) -> OsString {
    let mut word = OsString::from(flag);
    word.push(directory);
    word
}

/// Where the parts of GCC are that every program is linked with.
fn gcc(clang: &str) -> Option<PathBuf> {
    let output = Command::new(clang).arg("-print-file-name=crtbegin.o").output().ok()?;
    let path = PathBuf::from(OsStr::new(std::str::from_utf8(&output.stdout).ok()?.trim_end()));
    path.parent().filter(|_| path.is_absolute()).map(Path::to_path_buf)
}
