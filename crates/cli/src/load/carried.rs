//! The modules in what `strata cc` made: objects, shared objects and programs, with the libraries they need.

use std::path::{Path, PathBuf};

use bitcode::Module;
use bitcode::archive::Archive;
use bitcode::object::{self, Carried, Needed};
use ir::Linker;

use super::decode;
use crate::error::CliError;
use crate::say;

/// Libraries of the system that our C library, or the engine, stands for.
const STANDING_IN: [&str; 14] = [
    "libc.so",
    "libc.musl",
    "libm.so",
    "libpthread.so",
    "libdl.so",
    "librt.so",
    "libutil.so",
    "libresolv.so",
    "libxnet.so",
    "libcrypt.so",
    "libgcc_s.so",
    "libstdc++.so",
    "ld-linux",
    "ld-musl",
];

/// Adds the modules that a file carries and those of the shared objects it needs. A source without bitcode and a
/// library without any are warned of: where their functions are called, a path ends.
pub fn add(linker: &mut Linker, file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let mut libraries = Vec::new();
    add_modules(linker, file, bytes, &mut libraries)?;
    let mut at = 0;
    while at < libraries.len() {
        let library: PathBuf = libraries[at].clone();
        at += 1;
        let bytes = super::read(&library)?;
        linker.begin_shared_object();
        add_modules(linker, &library, &bytes, &mut libraries)?;
    }
    linker.end_shared_objects();
    Ok(())
}

fn add_modules(
    linker: &mut Linker,
    file: &Path,
    bytes: &[u8],
    libraries: &mut Vec<PathBuf>,
) -> Result<(), CliError> {
    let damaged = |error| CliError::Bitcode(file.to_path_buf(), error);
    let Some(all) = object::carried(bytes).map_err(damaged)? else {
        say::err(format_args!("WARNING: {} has no bitcode", file.display()));
        return Ok(());
    };
    warn_of(&file.to_string_lossy(), &all);
    for Carried { source, bitcode } in &all {
        let Ok(bytes) = bitcode else { continue };
        let name = format!("{}({source})", file.display());
        let added = linker.add_module(&name, decode(Path::new(&name), bytes)?);
        added.map_err(|error| CliError::Link(file.to_path_buf(), error))?;
    }
    let needed = object::needed(bytes).map_err(damaged)?;
    for name in &needed.libraries {
        match find(name, file, &needed) {
            _ if STANDING_IN.iter().any(|begin| name.starts_with(begin)) => {}
            Some(library) if libraries.contains(&library) => {}
            Some(library) => libraries.push(library),
            None => say::err(format_args!(
                "WARNING: {} needs {name}, which is not where its loader would look; give it with --link",
                file.display()
            )),
        }
    }
    Ok(())
}

/// Where the loader would find a library: where the file says, where the user says, or beside the file.
fn find(name: &str, file: &Path, needed: &Needed) -> Option<PathBuf> {
    let beside = file.parent().unwrap_or(Path::new(""));
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let origin = beside.to_string_lossy();
    let own = needed.directories.iter().map(|directory| {
        let directory = directory.replace("${ORIGIN}", "$ORIGIN");
        PathBuf::from(directory.replace("$ORIGIN", if origin.is_empty() { "." } else { &origin }))
    });
    let users = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let users: Vec<PathBuf> = std::env::split_paths(&users).collect();
    let mut all = own.chain(users).chain([beside.to_path_buf()]);
    all.find_map(|directory| Some(directory.join(name)).filter(|path| path.is_file()))
}

/// The one module of an object.
pub fn only(file: &Path, bytes: &[u8]) -> Result<Module, CliError> {
    let all = object::carried(bytes);
    let all =
        all.map_err(|error| CliError::Bitcode(file.to_path_buf(), error))?.unwrap_or_default();
    match &all[..] {
        [Carried { bitcode: Ok(bytes), .. }] => decode(file, bytes),
        [Carried { bitcode: Err(_), .. }] | [] => {
            Err(CliError::NotAModule(file.into(), "an object without bitcode"))
        }
        _ => Err(CliError::NotAModule(file.into(), "made of several modules")),
    }
}

/// The same warning about the objects in an archive.
pub fn warn_of_members(file: &Path, bytes: &[u8]) {
    let Ok(archive) = Archive::parse(bytes) else { return };
    for member in archive.members {
        let bytes = &bytes[member.range];
        if let Some(all) = object::is_elf(bytes).then(|| object::carried(bytes).ok()).flatten() {
            let name = format!("{}({})", file.display(), member.name);
            warn_of(&name, &all.unwrap_or_default());
        }
    }
}

fn warn_of(name: &str, all: &[Carried]) {
    for Carried { source, bitcode } in all {
        if let Err(why) = bitcode {
            say::err(format_args!("WARNING: {name}: {source} has no bitcode: {why}"));
        }
    }
}
