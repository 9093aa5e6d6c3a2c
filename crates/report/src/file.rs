//! Files that are given to us: what would block or has no end is refused.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// No reasonable test, script or list is larger than this many bytes.
const MOST: u64 = 1 << 30;

/// Whether a file can be read as a whole. A pipe that the shell opened for us, as `<(command)`
/// does, has a writer at its other end.
pub fn check(path: &Path) -> io::Result<()> {
    let metadata = path.metadata()?;
    let opened =
        ["/dev/fd", "/dev/stdin", "/dev/null", "/proc"].iter().any(|p| path.starts_with(p));
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() && !opened {
        return Err(io::Error::other("not a regular file"));
    }
    if metadata.len() > MOST {
        return Err(too_large());
    }
    Ok(())
}

/// All of a file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    check(path)?;
    rest(File::open(path)?, Vec::new())
}

/// All of a file of text.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| io::Error::other("not text in UTF-8"))
}

/// What is left of a source, after the bytes that were read already.
pub fn rest(source: impl Read, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    source.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> io::Error {
    io::Error::other("larger than 1 GiB")
}
