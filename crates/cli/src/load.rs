//! Files to a linked program.

mod carried;
mod kind;
mod thin;

use std::path::{Path, PathBuf};

use bitcode::Module;
use ir::{Linker, Program};
use registry::{START, StandIn};
use tree::Fact;

use crate::compile::{self, compile};
use crate::error::CliError;
use crate::options::{BuildOptions, FunctionAlias, Libc};
use crate::say;
pub use kind::{Kind, kind};

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
    Ok(identified(file, options)?.0)
}

/// The same, with what tells the program from another: hashes of all that was linked.
pub fn identified(file: &Path, options: &BuildOptions) -> Result<(Program, Vec<Fact>), CliError> {
    let mut facts = Vec::new();
    let runtime = match options.libc {
        Libc::Musl => Some(Runtime::find()?),
        Libc::None => None,
    };
    let mut linker = Linker::new();
    for FunctionAlias { from, pattern, to } in &options.function_alias {
        let pattern = pattern.clone();
        linker.replace(from, move |name| pattern.is_match(name), to);
    }
    for file in std::iter::once(file).chain(options.link.iter().map(PathBuf::as_path)) {
        let hash = add(&mut linker, file, runtime.as_ref(), options)?;
        facts.push(fact(format!("the program ({})", file.display()), hash));
    }
    if let Some(runtime) = &runtime {
        let archive = runtime.archive();
        let bytes = read(&archive)?;
        facts.push(fact("the C library".to_owned(), engine::bytes_print(&bytes)));
        let added = linker.add_runtime(&archive.to_string_lossy(), bytes);
        added.map_err(|error| CliError::Link(archive, error))?;
    }
    if let Some(entry) = &options.entry_point {
        linker.make_main(entry);
    }
    let mut roots = vec![MAIN];
    if runtime.is_some() {
        roots.push(START);
        roots.extend(StandIn::ALL.map(StandIn::name));
    }
    let linked = linker.link(&roots);
    let program = linked.map_err(|error| CliError::Link(file.to_path_buf(), error))?;
    for name in &program.unreplaced {
        say::err(format!("WARNING: --function-alias: {name} is of another type and not replaced"));
    }
    Ok((program, facts))
}

fn fact(name: String, hash: u64) -> Fact {
    Fact { name, value: format!("{hash:016x}") }
}

/// Adds a file, and returns a hash of its code.
fn add(
    linker: &mut Linker,
    file: &Path,
    runtime: Option<&Runtime>,
    options: &BuildOptions,
) -> Result<u64, CliError> {
    let name = file.to_string_lossy();
    let mut hash = 0;
    let mut hashed = |bytes: &[u8]| hash = engine::bytes_print(bytes);
    match kind(file)? {
        Kind::Source => {
            let bytes = compile(file, runtime, options)?;
            hashed(&bytes);
            linker.add_module(&name, decode(file, &bytes)?)
        }
        Kind::Text(text) => {
            let bytes = compile::assemble(file, &text, options)?;
            hashed(&bytes);
            linker.add_module(&name, decode(file, &bytes)?)
        }
        Kind::Module(bytes) => {
            hashed(&bytes);
            linker.add_module(&name, decode(file, &bytes)?)
        }
        Kind::Archive(bytes) => {
            hashed(&bytes);
            carried::warn_of_members(file, &bytes);
            linker.add_archive(&name, bytes)
        }
        Kind::Object(bytes) => {
            hashed(&bytes);
            carried::add(linker, file, &bytes)?;
            return Ok(hash);
        }
    }
    .map_err(|error| CliError::Link(file.to_path_buf(), error))?;
    Ok(hash)
}

/// One module of bitcode.
pub fn module(file: &Path) -> Result<Module, CliError> {
    match kind(file)? {
        Kind::Module(bytes) => decode(file, &bytes),
        Kind::Object(bytes) => carried::only(file, &bytes),
        Kind::Source | Kind::Text(_) => Err(CliError::NotAModule(file.into(), "source text")),
        Kind::Archive(_) => Err(CliError::NotAModule(file.into(), "an archive")),
    }
}

fn decode(file: &Path, bytes: &[u8]) -> Result<Module, CliError> {
    bitcode::read(bytes).map_err(|error| CliError::Bitcode(file.to_path_buf(), error))
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    std::fs::read(file).map_err(|error| CliError::Read(file.to_path_buf(), error))
}
