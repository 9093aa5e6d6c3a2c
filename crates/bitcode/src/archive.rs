//! Archives (`.a`): files with names, and a table of the symbols they define.
//!
//! The System V format as GNU and LLVM write it: long names in a member of their own, a symbol
//! table with offsets of 32 or 64 bits. Also the BSD way of putting a long name before a member's
//! contents. Of thin archives, whose members lie elsewhere, the tables are read.

mod thin;

pub use thin::Thin;

use std::ops::Range;

use crate::error::{ReadError, Result};

const MAGIC: &[u8] = b"!<arch>\n";
const THIN_MAGIC: &[u8] = b"!<thin>\n";
const HEADER: usize = 60;

/// An archive: its members and which symbol lies in which.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Archive {
    /// The files in order, without those that hold tables.
    pub members: Vec<Member>,
    /// Symbols and the members that define them, as indices of `members`, in the order of the
    /// table; `None` if the archive has no table.
    pub symbols: Option<Vec<(String, usize)>>,
}

/// A file in an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its bytes, as a range of those of the archive.
    pub range: Range<usize>,
}

/// How wide the numbers of a symbol table are.
#[derive(Clone, Copy)]
enum TableWidth {
    Four,
    Eight,
}

impl Archive {
    /// Reads the structure of an archive; members are not looked into.
    pub fn parse(bytes: &[u8]) -> Result<Archive> {
        if bytes.starts_with(THIN_MAGIC) {
            return Err(fault(0, "an archive that holds its members (this one is thin)"));
        }
        if !bytes.starts_with(MAGIC) {
            return Err(ReadError::new(0, "an archive, which starts with \"!<arch>\""));
        }
        let mut archive = Archive::default();
        let mut long_names: &[u8] = &[];
        let mut table = None;
        let mut headers = Vec::new();
        let mut at = MAGIC.len();
        while at < bytes.len() {
            let header = at;
            let (name, range) = parse_header(bytes, at)?;
            // Members start at even offsets.
            at = range.end.next_multiple_of(2);
            match name {
                b"//" => long_names = &bytes[range],
                b"/" => table = Some((TableWidth::Four, range)),
                b"/SYM64/" => table = Some((TableWidth::Eight, range)),
                _ => {
                    let (name, range) = member_name(bytes, header, name, range, long_names)?;
                    if !name.starts_with("__.SYMDEF") {
                        headers.push(header);
                        archive.members.push(Member { name, range });
                    }
                }
            }
        }
        if let Some((width, range)) = table {
            archive.symbols = Some(parse_symbols(bytes, width, range, &headers)?);
        }
        Ok(archive)
    }
}

fn fault(byte: usize, expected: &'static str) -> ReadError {
    ReadError::new(byte as u64 * 8, expected)
}

/// The name field of the header at `at`, and where the contents lie.
fn parse_header(bytes: &[u8], at: usize) -> Result<(&[u8], Range<usize>)> {
    let Some(header) = bytes.get(at..at + HEADER) else {
        return Err(fault(at, "the header of a member"));
    };
    if &header[58..] != b"`\n" {
        return Err(fault(at + 58, "the end of a member's header"));
    }
    let size = std::str::from_utf8(&header[48..58]).ok().and_then(|s| s.trim().parse().ok());
    let start = at + HEADER;
    let end = size.and_then(|size: usize| start.checked_add(size));
    match end {
        Some(end) if end <= bytes.len() => {
            let name = header[..16].trim_ascii_end();
            Ok((name, start..end))
        }
        _ => Err(fault(at + 48, "the size of a member within the archive")),
    }
}

/// The name of a member, wherever it is kept, and the contents without it.
fn member_name(
    bytes: &[u8],
    header: usize,
    field: &[u8],
    range: Range<usize>,
    long_names: &[u8],
) -> Result<(String, Range<usize>)> {
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse::<usize>().ok();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if let Some(len) = field.strip_prefix(b"#1/") {
        let split = number(len).and_then(|len| range.start.checked_add(len));
        return match split {
            Some(split) if split <= range.end => {
                let name = bytes[range.start..split].split(|&b| b == 0).next().unwrap_or(&[]);
                Ok((text(name), split..range.end))
            }
            _ => Err(fault(header, "the length of a member's name")),
        };
    }
    match field.strip_prefix(b"/") {
        Some(offset) => {
            let Some(name) = number(offset).and_then(|offset| long_names.get(offset..)) else {
                return Err(fault(header, "the offset of a member's name"));
            };
            let end = name.iter().position(|&b| b == b'\n' || b == 0).unwrap_or(name.len());
            let name = &name[..end];
            Ok((text(name.strip_suffix(b"/").unwrap_or(name)), range))
        }
        None => Ok((text(field.strip_suffix(b"/").unwrap_or(field)), range)),
    }
}

/// A count, as many offsets of headers, then as many names.
fn parse_symbols(
    bytes: &[u8],
    width: TableWidth,
    range: Range<usize>,
    headers: &[usize],
) -> Result<Vec<(String, usize)>> {
    let start = range.start;
    let table = &bytes[range];
    let wide = match width {
        TableWidth::Four => 4,
        TableWidth::Eight => 8,
    };
    let number = |at: usize| {
        let digits = table.get(at..at + wide)?;
        usize::try_from(digits.iter().fold(0u64, |n, &b| n << 8 | u64::from(b))).ok()
    };
    let count = number(0).filter(|&count| count < table.len() / wide);
    let Some(count) = count else {
        return Err(fault(start, "the number of symbols of the archive"));
    };
    let names = table[wide * (count + 1)..].split(|&b| b == 0);
    let mut symbols = Vec::with_capacity(count);
    for (at, name) in names.take(count).enumerate() {
        let place = wide * (at + 1);
        let member = number(place).and_then(|offset| headers.binary_search(&offset).ok());
        let Some(member) = member else {
            return Err(fault(start + place, "the offset of a member that defines a symbol"));
        };
        symbols.push((String::from_utf8_lossy(name).into_owned(), member));
    }
    if symbols.len() != count {
        return Err(fault(start, "a name for every symbol of the archive"));
    }
    Ok(symbols)
}
