//! Object files that carry bitcode: machine code with a section in which the modules lie that it was made from.
//!
//! The section is not loaded when the program runs, and its name means nothing to linkers. They do with it what
//! they do with debug information: the sections of all linked objects are put one after the other. So
//! archives, relocatable and shared objects and executables carry the modules of exactly the objects they are
//! made of. A record begins with its length, so that they can be told apart again:
//!
//! ```text
//! "STRATABC"  kind: u8  name: u32 length, bytes  contents: u64 length, bytes      (little endian)
//! ```
//!
//! A source that could not be compiled to bitcode has a record too, which says why.

mod elf;

use crate::error::{ReadError, Result};
pub use elf::{Needed, is_elf, is_executable, needed};

/// The name of the section.
const SECTION: &str = ".strata.bitcode";
const MAGIC: &[u8; 8] = b"STRATABC";
const MODULE: u8 = 1;
const NOTHING: u8 = 2;

/// What an object carries of one source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// The source, by the name it was compiled under.
    pub source: String,
    /// Its bitcode, or why there is none.
    pub bitcode: std::result::Result<Vec<u8>, String>,
}

/// What an object, shared object or executable carries, in the order of the linker; `None` if it was not made to
/// carry anything.
pub fn carried(file: &[u8]) -> Result<Option<Vec<Carried>>> {
    let mut all = None;
    for range in elf::sections(file, SECTION)? {
        records(file, range.start, range.end, all.get_or_insert_with(Vec::new))?;
    }
    Ok(all)
}

/// The same object with one more record.
pub fn carry(object: &[u8], carried: &Carried) -> Result<Vec<u8>> {
    let (kind, contents) = match &carried.bitcode {
        Ok(bytes) => (MODULE, bytes.as_slice()),
        Err(why) => (NOTHING, why.as_bytes()),
    };
    let mut record = MAGIC.to_vec();
    record.push(kind);
    record.extend((carried.source.len() as u32).to_le_bytes());
    record.extend(carried.source.as_bytes());
    record.extend((contents.len() as u64).to_le_bytes());
    record.extend(contents);
    elf::with_section(object, SECTION, &record)
}

fn records(file: &[u8], start: usize, end: usize, all: &mut Vec<Carried>) -> Result<()> {
    let mut at = start;
    while at < end {
        // A linker may pad between the parts of a section.
        if file[at] == 0 {
            at += 1;
            continue;
        }
        let expected = |what| ReadError::new(at as u64 * 8, what);
        let rest = file[at..end].strip_prefix(MAGIC);
        let (kind, rest) = rest
            .and_then(<[u8]>::split_first)
            .ok_or_else(|| expected("a record of bitcode in an object"))?;
        let (source, rest) = sized::<4>(rest).ok_or_else(|| expected("the name of a source"))?;
        let (contents, rest) = sized::<8>(rest).ok_or_else(|| expected("bitcode of a source"))?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let bitcode = match *kind {
            MODULE => Ok(contents.to_vec()),
            NOTHING => Err(text(contents)),
            other => {
                let bit = at as u64 * 8;
                return Err(ReadError::found(bit, "a known kind of record", other.into()));
            }
        };
        all.push(Carried { source: text(source), bitcode });
        at = end - rest.len();
    }
    Ok(())
}

/// Bytes after their length, a number of `N` bytes; and what follows.
fn sized<const N: usize>(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (digits, rest) = bytes.split_first_chunk::<N>()?;
    let len = digits.iter().rev().fold(0u64, |n, &digit| n << 8 | u64::from(digit));
    rest.split_at_checked(usize::try_from(len).ok()?)
}

#[cfg(test)]
mod tests;
