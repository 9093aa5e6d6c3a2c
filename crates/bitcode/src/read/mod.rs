//! From bytes to [`Module`].
//!
//! One file per kind of block. [`ModuleReader`] holds what is shared while one module is read:
//! the stream, the module so far, the table of values by number. A function body is read by a
//! [`function::FunctionReader`] on top of it. What was read is checked by `crate::check` before it
//! is given out.

mod attribute_kinds;
mod attributes;
mod constant_expr;
mod constants;
mod fields;
mod function;
mod globals;
#[cfg(test)]
mod hostile_tests;
mod inst;
mod metadata;
mod metadata_nodes;
mod module;
mod node_numbers;
#[cfg(test)]
mod old_tests;
mod symbols;
mod types;
mod values;

use crate::Module;
use crate::bitstream::{BlockHead, Entry, Record, Stream};
use crate::error::{ReadError, Result};

/// Numbers of blocks, as LLVM defines them.
mod block {
    pub const MODULE: u32 = 8;
    pub const PARAMATTR: u32 = 9;
    pub const PARAMATTR_GROUP: u32 = 10;
    pub const CONSTANTS: u32 = 11;
    pub const FUNCTION: u32 = 12;
    pub const IDENTIFICATION: u32 = 13;
    pub const VALUE_SYMTAB: u32 = 14;
    pub const METADATA: u32 = 15;
    pub const METADATA_ATTACHMENT: u32 = 16;
    pub const TYPE: u32 = 17;
    pub const OPERAND_BUNDLE_TAGS: u32 = 21;
    pub const METADATA_KIND: u32 = 22;
    pub const STRTAB: u32 = 23;
    pub const SYNC_SCOPE_NAMES: u32 = 26;
}

/// `BC`, then C0DE.
const MAGIC: [u8; 4] = [0x42, 0x43, 0xc0, 0xde];
/// The head that Darwin's tools put before bitcode.
const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];

/// With fewer than 2^32 bits there are fewer than 2^31 of anything, so that ids fit.
const MAX_BYTES: u64 = 512 << 20;

/// Reads a file with exactly one module.
pub fn read(bytes: &[u8]) -> Result<Module> {
    let mut modules = read_all(bytes)?;
    match (modules.pop(), modules.len()) {
        (Some(module), 0) => Ok(module),
        (None, _) => Err(ReadError::new(bytes.len() as u64 * 8, "a module")),
        (Some(_), others) => {
            Err(ReadError::found(bytes.len() as u64 * 8, "a single module", others as u64 + 1))
        }
    }
}

/// Reads all modules of a file; LLVM can put several into one.
pub fn read_all(bytes: &[u8]) -> Result<Vec<Module>> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ReadError::found(0, "a file of at most 512 MiB", bytes.len() as u64));
    }
    let (start, inner) = unwrap(bytes)?;
    let shift = start as u64 * 8;
    let layout = Layout::scan(inner).map_err(|e| e.shifted(shift))?;
    let mut modules = Vec::with_capacity(layout.modules.len());
    for part in &layout.modules {
        let strtab = match part.strtab {
            Some(head) => read_strtab(inner, head),
            None => Ok(&[][..]),
        };
        let module = strtab
            .and_then(|strtab| module::read_module(inner, part.head, strtab, &part.producer))
            .map_err(|e| e.shifted(shift))?;
        modules.push(module);
    }
    Ok(modules)
}

/// Where the bitcode starts in the file, and its bytes.
fn unwrap(bytes: &[u8]) -> Result<(usize, &[u8])> {
    let word = |at: usize| {
        let chunk = bytes.get(at..)?.first_chunk::<4>()?;
        Some(u32::from_le_bytes(*chunk) as usize)
    };
    let (start, inner) = if bytes.starts_with(&WRAPPER_MAGIC) {
        // Magic, version, offset, size, processor.
        let range = word(8).zip(word(12)).and_then(|(at, len)| Some((at, at.checked_add(len)?)));
        match range.and_then(|(at, end)| Some((at, bytes.get(at..end)?))) {
            Some(found) => found,
            None => return Err(ReadError::new(64, "a bitcode wrapper whose contents are there")),
        }
    } else {
        (0, bytes)
    };
    if inner.starts_with(&MAGIC) {
        Ok((start, inner))
    } else {
        Err(ReadError::new(start as u64 * 8, "bitcode, which starts with \"BC\" C0 DE"))
    }
}

/// What lies at the top of a file.
struct Layout {
    modules: Vec<ModulePart>,
}

struct ModulePart {
    producer: String,
    head: BlockHead,
    /// The table of names comes after the module that uses it.
    strtab: Option<BlockHead>,
}

impl Layout {
    fn scan(bytes: &[u8]) -> Result<Layout> {
        let mut stream = Stream::new(bytes, 32);
        let mut modules: Vec<ModulePart> = Vec::new();
        let mut producer = String::new();
        while let Some(head) = stream.top_level()? {
            match head.id {
                block::IDENTIFICATION => {
                    producer = read_identification(bytes, head)?;
                }
                block::MODULE => {
                    let producer = std::mem::take(&mut producer);
                    modules.push(ModulePart { producer, head, strtab: None });
                }
                block::STRTAB => {
                    for part in modules.iter_mut().rev().take_while(|m| m.strtab.is_none()) {
                        part.strtab = Some(head);
                    }
                }
                _ => {}
            }
            stream.skip(head);
        }
        Ok(Layout { modules })
    }
}

fn read_identification(bytes: &[u8], head: BlockHead) -> Result<String> {
    const STRING: u32 = 1;
    const EPOCH: u32 = 2;
    let mut producer = String::new();
    let mut stream = Stream::new(bytes, head.start());
    stream.enter(head)?;
    let mut record = Record::default();
    loop {
        match stream.next(&mut record)? {
            Entry::Record if record.code == STRING => producer = fields::text(&record.ops),
            Entry::Record if record.code == EPOCH && record.ops.first() != Some(&0) => {
                let epoch = record.ops.first().copied().unwrap_or_default();
                return Err(ReadError::found(record.bit, "bitcode of epoch 0", epoch));
            }
            Entry::Record => {}
            Entry::Block(head) => stream.skip(head),
            Entry::End => return Ok(producer),
        }
    }
}

fn read_strtab(bytes: &[u8], head: BlockHead) -> Result<&[u8]> {
    const BLOB: u32 = 1;
    let mut strtab: &[u8] = &[];
    let mut stream = Stream::new(bytes, head.start());
    stream.enter(head)?;
    let mut record = Record::default();
    loop {
        match stream.next(&mut record)? {
            Entry::Record if record.code == BLOB => strtab = record.blob.unwrap_or(&[]),
            Entry::Record => {}
            Entry::Block(head) => stream.skip(head),
            Entry::End => return Ok(strtab),
        }
    }
}
