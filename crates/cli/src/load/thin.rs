//! Thin archives (`ar rcT`): their members are files beside them.

use std::path::Path;

use bitcode::archive::{Archive, Thin};

use crate::error::CliError;

/// The archive with its members in it.
pub fn read(file: &Path, bytes: &[u8]) -> Result<Vec<u8>, CliError> {
    let thin = Thin::parse(bytes).map_err(|error| CliError::Bitcode(file.to_path_buf(), error))?;
    let beside = file.parent().unwrap_or(Path::new(""));
    let members = thin.names.iter().map(|name| {
        let member = beside.join(name);
        let read = report::file::check(&member).and_then(|()| std::fs::read(&member));
        read.map_err(|error| CliError::Read(member, error))
    });
    let members: Vec<Vec<u8>> = members.collect::<Result<_, _>>()?;
    Ok(Archive::write(&thin, &members))
}
