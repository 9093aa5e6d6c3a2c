//! Files to a linked program.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use bitcode::Module;
use bitcode::archive::{Archive, Member};
use ir::{Linker, Program};
use registry::{START, StandIn};

use crate::compile::{compile, is_source};
use crate::error::CliError;
use crate::options::{BuildOptions, Libc};

/// The function a program needs in any case.
const MAIN: &str = "main";

/// The libc as the set-up script leaves it.
pub struct Runtime(PathBuf);

impl Runtime {
    /// `$STRATA_RUNTIME`, or where the set-up script puts it.
    pub fn find() -> Result<Runtime, CliError> {
        let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let cache = || {
            variable("STRATA_CACHE")
                .or_else(|| variable("HOME").map(|home| home.join(".cache/strata")))
                .map(|cache| cache.join("runtime"))
        };
        let path = variable("STRATA_RUNTIME").or_else(cache).unwrap_or_default();
        let runtime = Runtime(path);
        if runtime.archive().is_file() { Ok(runtime) } else { Err(CliError::NoRuntime(runtime.0)) }
    }

    pub fn include(&self) -> PathBuf {
        self.0.join("include")
    }

    /// `klee/klee.h` and `strata.h` alone, for use with another C library.
    pub fn replay_include(&self) -> PathBuf {
        self.0.join("replay/include")
    }

    /// The library for native runs of tests.
    pub fn replay_library(&self) -> PathBuf {
        self.0.join("replay/lib/libstrata-replay.a")
    }

    /// Where the headers of the C++ library are, as flags, if the set-up script found one.
    pub fn cxx_flags(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.0.join("cxxflags")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn archive(&self) -> PathBuf {
        self.0.join("lib/libc.a")
    }
}

/// Reads, compiles and links.
pub fn program(file: &Path, options: &BuildOptions) -> Result<Program, CliError> {
    let runtime = match options.libc {
        Libc::Musl => Some(Runtime::find()?),
        Libc::None => None,
    };
    let mut linker = Linker::new();
    for file in std::iter::once(file).chain(options.link.iter().map(PathBuf::as_path)) {
        add(&mut linker, file, runtime.as_ref(), options)?;
    }
    if let Some(runtime) = &runtime {
        let archive = runtime.archive();
        let bytes = read(&archive)?;
        let added = linker.add_archive(&archive.to_string_lossy(), bytes);
        added.map_err(|error| CliError::Link(archive, error))?;
    }
    let mut roots = vec![MAIN];
    if runtime.is_some() {
        roots.push(START);
        roots.extend(StandIn::ALL.map(StandIn::name));
    }
    linker.link(&roots).map_err(|error| CliError::Link(file.to_path_buf(), error))
}

fn add(
    linker: &mut Linker,
    file: &Path,
    runtime: Option<&Runtime>,
    options: &BuildOptions,
) -> Result<(), CliError> {
    let name = file.to_string_lossy();
    match kind(file)? {
        Kind::Source => {
            let bytes = compile(file, runtime, options)?;
            linker.add_module(&name, decode(file, &bytes)?)
        }
        Kind::Module(bytes) => linker.add_module(&name, decode(file, &bytes)?),
        Kind::Archive(bytes) => linker.add_archive(&name, bytes),
    }
    .map_err(|error| CliError::Link(file.to_path_buf(), error))
}

/// One module of bitcode.
pub fn module(file: &Path) -> Result<Module, CliError> {
    match kind(file)? {
        Kind::Module(bytes) => decode(file, &bytes),
        Kind::Source => Err(CliError::NotAModule(file.into(), "source text")),
        Kind::Archive(_) => Err(CliError::NotAModule(file.into(), "an archive")),
    }
}

fn decode(file: &Path, bytes: &[u8]) -> Result<Module, CliError> {
    bitcode::read(bytes).map_err(|error| CliError::Bitcode(file.to_path_buf(), error))
}

/// What a file is, by its name for sources and by its first bytes for the rest.
enum Kind {
    Source,
    Module(Vec<u8>),
    Archive(Vec<u8>),
}

/// Looks at the first bytes before it reads the rest: what is neither may be huge.
fn kind(file: &Path) -> Result<Kind, CliError> {
    let failed = |error| CliError::Read(file.to_path_buf(), error);
    check_readable(file)?;
    if is_source(file) {
        // The compiler reads it; that it can be read is told the same way for all files.
        return File::open(file).map(|_| Kind::Source).map_err(failed);
    }
    let mut opened = File::open(file).map_err(failed)?;
    let mut bytes = Vec::new();
    opened.by_ref().take(MAGIC as u64).read_to_end(&mut bytes).map_err(failed)?;
    let mut rest = |bytes: Vec<u8>| report::file::rest(&mut opened, bytes).map_err(failed);
    let what = match bytes.get(..MAGIC) {
        Some(b"BC\xc0\xde" | b"\xde\xc0\x17\x0b") => return rest(bytes).map(Kind::Module),
        Some(b"!<ar") => return archive(file, rest(bytes)?),
        Some(b"!<th") => "a thin archive, whose members lie elsewhere",
        Some(b"\x7fELF") => "machine code, not bitcode",
        _ if bytes.is_empty() => "an empty file",
        _ => "not bitcode",
    };
    Err(CliError::NotAProgram(file.to_path_buf(), what))
}

/// How many bytes tell what a file is.
const MAGIC: usize = 4;

/// An archive, unless all there is in it is machine code.
fn archive(file: &Path, bytes: Vec<u8>) -> Result<Kind, CliError> {
    let parsed = Archive::parse(&bytes);
    let native = |member: &Member| bytes[member.range.clone()].starts_with(b"\x7fELF");
    let members = parsed.as_ref().map_or(&[][..], |archive| &archive.members);
    if !members.is_empty() && members.iter().all(native) {
        let what = "an archive of machine code, not of bitcode";
        return Err(CliError::NotAProgram(file.to_path_buf(), what));
    }
    Ok(Kind::Archive(bytes))
}

/// Refuses what would block or has no end.
fn check_readable(file: &Path) -> Result<(), CliError> {
    let metadata = file.metadata().map_err(|error| CliError::Read(file.to_path_buf(), error))?;
    let what = match report::file::check(file) {
        Ok(()) => return Ok(()),
        Err(_) if metadata.is_dir() => "a directory",
        Err(_) if !metadata.is_file() => "not a regular file",
        // It is told what it is, if it is no program.
        Err(_) => return Ok(()),
    };
    Err(CliError::NotAProgram(file.to_path_buf(), what))
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    std::fs::read(file).map_err(|error| CliError::Read(file.to_path_buf(), error))
}
