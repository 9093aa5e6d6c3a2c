//! What a file is, by its name for sources and by its first bytes for the rest.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use bitcode::archive::{Archive, Member};
use bitcode::object;

use super::thin;

use crate::compile::is_source;
use crate::error::CliError;

pub enum Kind {
    /// C or C++.
    Source,
    /// A module of bitcode.
    Module(Vec<u8>),
    /// A module in LLVM's assembly language.
    Text(Vec<u8>),
    Archive(Vec<u8>),
    /// Machine code that carries bitcode.
    Object(Vec<u8>),
}

/// How many bytes tell what a file is.
const MAGIC: usize = 4;

/// Looks at the first bytes before it reads the rest: a file of another kind may be huge.
pub fn kind(file: &Path) -> Result<Kind, CliError> {
    let failed = |error| CliError::Read(file.to_path_buf(), error);
    if file == Path::new("-") {
        return of(file, &mut std::io::stdin());
    }
    check_readable(file)?;
    let mut opened = File::open(file).map_err(failed)?;
    if is_source(file) {
        // The compiler reads it, but a file that cannot be read is reported in the same way for all kinds.
        return Ok(Kind::Source);
    }
    of(file, &mut opened)
}

fn of(file: &Path, from: &mut impl Read) -> Result<Kind, CliError> {
    let failed = |error| CliError::Read(file.to_path_buf(), error);
    let mut bytes = Vec::new();
    from.by_ref().take(MAGIC as u64).read_to_end(&mut bytes).map_err(failed)?;
    let rest = |bytes: Vec<u8>| report::file::rest(from, bytes).map_err(failed);
    let what = match bytes.get(..MAGIC) {
        Some(b"BC\xc0\xde" | b"\xde\xc0\x17\x0b") => return rest(bytes).map(Kind::Module),
        Some(b"!<ar") => return archive(file, rest(bytes)?),
        Some(b"!<th") => return archive(file, thin::read(file, &rest(bytes)?)?),
        Some(b"\x7fELF") => return machine_code(file, rest(bytes)?),
        _ if is_text(file) => return rest(bytes).map(Kind::Text),
        Some([b'#', b'!', ..]) => "a script (libtool puts programs into .libs)",
        _ if bytes.is_empty() => "an empty file",
        _ => "not bitcode",
    };
    Err(CliError::NotAProgram(file.to_path_buf(), what))
}

/// Whether a file that is not bitcode must be text of LLVM. On standard input nothing else is expected.
fn is_text(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ll") || file == Path::new("-")
}

fn machine_code(file: &Path, bytes: Vec<u8>) -> Result<Kind, CliError> {
    match object::carried(&bytes) {
        Ok(Some(_)) => Ok(Kind::Object(bytes)),
        Err(error) => Err(CliError::Bitcode(file.to_path_buf(), error)),
        Ok(None) => {
            let what = "machine code, not bitcode (build it with CC=\"strata cc\")";
            Err(CliError::NotAProgram(file.to_path_buf(), what))
        }
    }
}

/// An archive, unless all there is in it is machine code alone.
fn archive(file: &Path, bytes: Vec<u8>) -> Result<Kind, CliError> {
    let parsed = Archive::parse(&bytes);
    let native = |member: &Member| {
        let member = &bytes[member.range.clone()];
        member.starts_with(b"\x7fELF") && !matches!(object::carried(member), Ok(Some(_)))
    };
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
        // If it is not a program, a later message says what it is.
        Err(_) => return Ok(()),
    };
    Err(CliError::NotAProgram(file.to_path_buf(), what))
}
