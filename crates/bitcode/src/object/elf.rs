//! As much of ELF as it takes to read sections of a file and to add one: 64 bits, little endian.
//!
//! The file may be damaged: every number is checked before it is used.

use std::ops::Range;

use crate::error::{ReadError, Result};

const HEADER: usize = 64;
const SECTION_HEADER: usize = 64;
/// Counts from here on do not fit into the header; they are in the first section header.
const MANY: usize = 0xff00;
const ESCAPE: u16 = 0xffff;

const TYPE_EXECUTABLE: u64 = 2;
const TYPE_SHARED: u64 = 3;
const PROGBITS: u32 = 1;
const NOBITS: u32 = 8;
const DYNAMIC: u32 = 6;

/// Whether a file is of the kind we read.
pub fn is_elf(file: &[u8]) -> bool {
    file.starts_with(b"\x7fELF\x02\x01")
}

/// Whether a file can be started: neither an object nor a library.
pub fn is_executable(file: &[u8]) -> bool {
    match is_elf(file).then(|| number(file, 16, 2)).flatten() {
        Some(TYPE_EXECUTABLE) => true,
        // A program at no fixed address is a shared object that says so.
        Some(TYPE_SHARED) => needed(file).is_ok_and(|needed| needed.is_program),
        _ => false,
    }
}

/// Where the contents of all sections of a name lie, in order; `None` if the file has no sections that we can read.
pub fn sections(file: &[u8], name: &str) -> Result<Vec<Range<usize>>> {
    let Ok(table) = Table::read(file) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for section in &table.sections {
        if table.name(file, section) == name.as_bytes() && section.kind != NOBITS {
            found.push(section.range(file)?);
        }
    }
    Ok(found)
}

/// The shared objects that a file needs, as it names them, and where it says to look for them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Needed {
    /// Whether it is a program, not a library.
    pub is_program: bool,
    /// The libraries, in order.
    pub libraries: Vec<String>,
    /// Directories in which to look first.
    pub directories: Vec<String>,
}

/// What the dynamic section of a file says.
pub fn needed(file: &[u8]) -> Result<Needed> {
    const END: u64 = 0;
    const LIBRARY: u64 = 1;
    const RPATH: u64 = 15;
    const RUNPATH: u64 = 29;
    const FLAGS: u64 = 0x6fff_fffb;
    const IS_PROGRAM: u64 = 0x0800_0000;
    let table = Table::read(file)?;
    let mut needed = Needed::default();
    let Some(dynamic) = table.sections.iter().find(|section| section.kind == DYNAMIC) else {
        return Ok(needed);
    };
    let strings = table.sections.get(dynamic.link as usize);
    let strings = strings.map_or(Ok(0..0), |section| section.range(file))?;
    for entry in file[dynamic.range(file)?].chunks_exact(16) {
        let (tag, value) = (number(entry, 0, 8).unwrap_or(0), number(entry, 8, 8).unwrap_or(0));
        let text = || String::from_utf8_lossy(string(&file[strings.clone()], value)).into_owned();
        match tag {
            END => break,
            LIBRARY => needed.libraries.push(text()),
            RPATH | RUNPATH => needed.directories.extend(text().split(':').map(str::to_owned)),
            FLAGS => needed.is_program = value & IS_PROGRAM != 0,
            _ => {}
        }
    }
    Ok(needed)
}

/// An object with one more section, which is not loaded. What is there stays where it is; the names of sections
/// and the table of sections move to the end.
pub fn with_section(object: &[u8], name: &str, contents: &[u8]) -> Result<Vec<u8>> {
    let mut table = Table::read(object)?;
    let Some(names) = table.sections.get(table.names) else {
        return Err(ReadError::new(62 * 8, "a section with the names of sections"));
    };
    let mut texts = object[names.range(object)?].to_vec();
    let name_at = texts.len() as u32;
    texts.extend(name.as_bytes());
    texts.push(0);

    let mut file = object.to_vec();
    let place = |file: &mut Vec<u8>, bytes: &[u8]| {
        file.resize(file.len().next_multiple_of(8), 0);
        file.extend(bytes);
        ((file.len() - bytes.len()) as u64, bytes.len() as u64)
    };
    let names = &mut table.sections[table.names];
    (names.offset, names.size) = place(&mut file, &texts);
    let (offset, size) = place(&mut file, contents);
    table.sections.push(Section {
        name: name_at,
        kind: PROGBITS,
        offset,
        size,
        align: 1,
        ..Section::default()
    });
    let count = table.sections.len();
    if count >= MANY {
        table.sections[0].size = count as u64;
    }
    let headers: Vec<u8> = table.sections.iter().flat_map(Section::bytes).collect();
    let (start, _) = place(&mut file, &headers);
    file[40..48].copy_from_slice(&start.to_le_bytes());
    let count = if count >= MANY { 0 } else { count as u16 };
    file[60..62].copy_from_slice(&count.to_le_bytes());
    Ok(file)
}

/// The table of sections.
struct Table {
    sections: Vec<Section>,
    /// The section with the names of all.
    names: usize,
}

#[derive(Clone, Default)]
struct Section {
    name: u32,
    kind: u32,
    flags: u64,
    address: u64,
    offset: u64,
    size: u64,
    link: u32,
    info: u32,
    align: u64,
    entry: u64,
}

impl Table {
    fn read(file: &[u8]) -> Result<Table> {
        if !is_elf(file) || file.len() < HEADER {
            return Err(ReadError::new(0, "an object file (ELF, 64 bits, little endian)"));
        }
        let field = |at, width| number(file, at, width).unwrap_or(0);
        let missing = || ReadError::new(40 * 8, "a table of sections");
        let (start, count, names) = (field(40, 8), field(60, 2), field(62, 2));
        if start == 0 {
            return Ok(Table { sections: Vec::new(), names: 0 });
        }
        if field(58, 2) != SECTION_HEADER as u64 {
            return Err(ReadError::found(58 * 8, "section headers of 64 bytes", field(58, 2)));
        }
        let start = usize::try_from(start).map_err(|_| missing())?;
        let rest = file.get(start..).ok_or_else(missing)?;
        let first = Section::read(rest).ok_or_else(missing)?;
        let count = if count == 0 { first.size } else { count };
        let names = if names == u64::from(ESCAPE) { first.link.into() } else { names };
        let mut headers = rest.chunks_exact(SECTION_HEADER);
        if count > headers.len() as u64 {
            return Err(ReadError::found(60 * 8, "as many section headers as there are", count));
        }
        let sections = headers.by_ref().take(count as usize).filter_map(Section::read).collect();
        Ok(Table { sections, names: names as usize })
    }

    fn name<'a>(&self, file: &'a [u8], section: &Section) -> &'a [u8] {
        let names = self.sections.get(self.names).and_then(|names| names.range(file).ok());
        names.map_or(&[], |range| string(&file[range], section.name.into()))
    }
}

impl Section {
    fn read(bytes: &[u8]) -> Option<Section> {
        let field = |at, width| number(bytes, at, width);
        Some(Section {
            name: field(0, 4)? as u32,
            kind: field(4, 4)? as u32,
            flags: field(8, 8)?,
            address: field(16, 8)?,
            offset: field(24, 8)?,
            size: field(32, 8)?,
            link: field(40, 4)? as u32,
            info: field(44, 4)? as u32,
            align: field(48, 8)?,
            entry: field(56, 8)?,
        })
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SECTION_HEADER);
        bytes.extend([self.name, self.kind].iter().flat_map(|n| n.to_le_bytes()));
        let wide = [self.flags, self.address, self.offset, self.size];
        bytes.extend(wide.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend([self.link, self.info].iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend([self.align, self.entry].iter().flat_map(|n| n.to_le_bytes()));
        bytes
    }

    /// Where its contents lie in the file.
    fn range(&self, file: &[u8]) -> Result<Range<usize>> {
        let start = usize::try_from(self.offset).ok();
        let end =
            start.zip(usize::try_from(self.size).ok()).and_then(|(at, len)| at.checked_add(len));
        match start.zip(end) {
            Some((start, end)) if end <= file.len() => Ok(start..end),
            _ => Err(ReadError::found(40 * 8, "a section within the file", self.offset)),
        }
    }
}

/// The number of `width` bytes at a place.
fn number(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
    let digits = bytes.get(at..at + width)?;
    Some(digits.iter().rev().fold(0, |n, &digit| n << 8 | u64::from(digit)))
}

/// The text at an offset of a table, up to its zero byte.
fn string(table: &[u8], at: u64) -> &[u8] {
    let rest = usize::try_from(at).ok().and_then(|at| table.get(at..)).unwrap_or_default();
    rest.split(|&byte| byte == 0).next().unwrap_or_default()
}
