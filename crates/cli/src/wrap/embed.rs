//! Bitcode into object files.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use bitcode::object::{self, Carried};

use crate::error::CliError;

/// Puts bitcode, or why there is none, into an object file. The file is replaced in one step, so that an
/// interrupted build leaves no half of it. What is not a file of our kind of object stays as it is.
pub fn embed(
    object: &Path,
    source: &OsStr,
    bitcode: Result<Vec<u8>, String>,
) -> Result<(), CliError> {
    let metadata = std::fs::metadata(object);
    let metadata = metadata.map_err(|error| CliError::Read(object.to_path_buf(), error))?;
    if !metadata.is_file() {
        return Ok(());
    }
    let bytes =
        std::fs::read(object).map_err(|error| CliError::Read(object.to_path_buf(), error))?;
    let carried = Carried { source: source.to_string_lossy().into_owned(), bitcode };
    let Ok(bytes) = object::carry(&bytes, &carried) else { return Ok(()) };
    let directory = match object.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let written = tempfile::NamedTempFile::new_in(directory).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.as_file().set_permissions(metadata.permissions())?;
        file.persist(object).map_err(|error| error.error)
    });
    written.map(|_| ()).map_err(|error| CliError::Write(object.to_path_buf(), error))
}

/// An object on standard output.
pub fn print(object: &Path) -> Result<(), CliError> {
    let failed = |error| CliError::Read(object.to_path_buf(), error);
    let mut file = std::fs::File::open(object).map_err(failed)?;
    let printed = io::copy(&mut file, &mut io::stdout());
    printed.map(|_| ()).map_err(|error| CliError::Write("standard output".into(), error))
}

/// What a compiler says is wrong: its first error.
pub fn reason(said: &str) -> String {
    let mut lines = said.lines().filter(|line| !line.trim().is_empty());
    let error = lines.clone().find(|line| line.contains("error:"));
    error.or_else(|| lines.next_back()).unwrap_or("clang fails and does not say why").to_owned()
}
