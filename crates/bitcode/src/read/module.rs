//! The module block: its own records, and its inner blocks in their order.

use std::collections::HashMap;

use crate::bitstream::{BlockHead, Entry, Record, Stream};
use crate::error::{ReadError, Result};
use crate::{FunctionId, Module, Operand, Type, TypeId};

use super::attributes::Groups;
use super::block;
use super::fields::{Fields, text};
use super::function::FunctionReader;
use super::globals::{AliasForm, Deferred};
use super::node_numbers::NodeNumbers;
use super::values::Values;

mod code {
    pub const VERSION: u32 = 1;
    pub const TRIPLE: u32 = 2;
    pub const DATALAYOUT: u32 = 3;
    pub const ASM: u32 = 4;
    pub const SECTIONNAME: u32 = 5;
    pub const GLOBALVAR: u32 = 7;
    pub const FUNCTION: u32 = 8;
    pub const ALIAS_OLD: u32 = 9;
    pub const GCNAME: u32 = 11;
    pub const COMDAT: u32 = 12;
    pub const ALIAS: u32 = 14;
    pub const SOURCE_FILENAME: u32 = 16;
    pub const IFUNC: u32 = 18;
}

/// A module being read.
pub(super) struct ModuleReader<'a> {
    pub stream: Stream<'a>,
    pub module: Module,
    /// Names of globals, from version 2 on.
    pub strtab: &'a [u8],
    /// The version of the module's encoding, 0 to 2.
    pub version: u64,
    /// All types but identified structures, by their structure.
    pub type_index: HashMap<Type, TypeId>,
    pub typed_pointers: Option<bool>,
    pub groups: Groups,
    pub values: Values,
    pub sections: Vec<String>,
    pub collectors: Vec<String>,
    pub bundle_tags: Vec<String>,
    /// What globals say of values that come after them.
    pub deferred: Deferred,
    /// Functions whose bodies are still to come, the next one last.
    pub bodies: Vec<FunctionId>,
    /// Whether the first body came.
    pub bodies_started: bool,
    /// Functions whose bodies were read, with the bit where each ends.
    bodies_read: Vec<(FunctionId, u64)>,
    /// The numbers of metadata nodes.
    pub nodes: NodeNumbers,
    /// The kind number of `dbg` attachments.
    pub dbg_kind: u64,
    /// That of `func_sanitize` attachments, if there are any.
    pub sanitize_kind: Option<u64>,
}

/// Reads one module block.
pub(super) fn read_module(
    bytes: &[u8],
    head: BlockHead,
    strtab: &[u8],
    producer: &str,
) -> Result<Module> {
    let mut reader = ModuleReader {
        stream: Stream::new(bytes, head.start()),
        module: Module { producer: producer.to_owned(), ..Module::default() },
        strtab,
        version: 0,
        type_index: HashMap::new(),
        typed_pointers: None,
        groups: Groups::default(),
        values: Values::default(),
        sections: Vec::new(),
        collectors: Vec::new(),
        bundle_tags: Vec::new(),
        deferred: Deferred::default(),
        bodies: Vec::new(),
        bodies_started: false,
        bodies_read: Vec::new(),
        nodes: NodeNumbers::default(),
        dbg_kind: 0,
        sanitize_kind: None,
    };
    // Every module of a file expands at its own expense; names lie outside of its block.
    let bits = head.end - head.start();
    reader.stream.set_budget(2 * bits + 8 * strtab.len() as u64);
    reader.stream.enter(head)?;
    reader.read()?;
    let end = reader.stream.position();
    crate::check::module::check(&reader.module, &reader.bodies_read, end)?;
    Ok(reader.module)
}

impl ModuleReader<'_> {
    fn read(&mut self) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record => self.record(&record)?,
                Entry::Block(head) => self.block(head)?,
                Entry::End => break,
            }
        }
        self.resolve_deferred()?;
        if !self.bodies.is_empty() {
            let missing = self.bodies.len() as u64;
            let bit = self.stream.position();
            return Err(ReadError::found(bit, "the bodies of all defined functions", missing));
        }
        Ok(())
    }

    fn record(&mut self, record: &Record<'_>) -> Result<()> {
        let fields = Fields::new(record);
        match record.code {
            code::VERSION => self.read_version(fields)?,
            code::TRIPLE => self.module.triple = text(&record.ops),
            code::DATALAYOUT => self.module.data_layout = text(&record.ops),
            code::ASM => self.module.assembly = text(&record.ops),
            code::SOURCE_FILENAME => self.module.source_file = text(&record.ops),
            code::SECTIONNAME => self.sections.push(text(&record.ops)),
            code::GCNAME => self.collectors.push(text(&record.ops)),
            code::COMDAT => self.read_comdat(fields)?,
            code::GLOBALVAR => self.read_global(fields)?,
            code::FUNCTION => self.read_function_record(fields)?,
            code::ALIAS => self.read_alias(fields, AliasForm::ValueType)?,
            code::ALIAS_OLD => self.read_alias(fields, AliasForm::PointerType)?,
            code::IFUNC => self.read_ifunc(fields)?,
            // Offsets, hashes and dependent libraries change nothing here.
            _ => {}
        }
        Ok(())
    }

    fn read_version(&mut self, mut fields: Fields<'_>) -> Result<()> {
        self.version = fields.next("the version of the module")?;
        if self.version > 2 {
            return Err(fields.error("a module of version 0 to 2", self.version));
        }
        Ok(())
    }

    fn block(&mut self, head: BlockHead) -> Result<()> {
        let read = match head.id {
            block::PARAMATTR_GROUP => Self::read_attribute_groups,
            block::PARAMATTR => Self::read_attributes,
            block::TYPE => Self::read_types,
            block::CONSTANTS => Self::read_constants,
            block::METADATA => Self::read_module_metadata,
            block::METADATA_KIND => Self::read_metadata_kinds,
            block::OPERAND_BUNDLE_TAGS => Self::read_bundle_tags,
            block::SYNC_SCOPE_NAMES => Self::read_sync_scopes,
            block::VALUE_SYMTAB => Self::read_module_symbols,
            block::FUNCTION => Self::read_body,
            _ => {
                self.stream.skip(head);
                return Ok(());
            }
        };
        self.stream.enter(head)?;
        read(self)
    }

    fn read_body(&mut self) -> Result<()> {
        let start = self.stream.position();
        if !self.bodies_started {
            self.bodies_started = true;
            self.bodies.reverse();
        }
        match self.bodies.pop() {
            Some(function) => {
                FunctionReader::read(self, function)?;
                self.bodies_read.push((function, self.stream.position()));
                Ok(())
            }
            None => Err(ReadError::new(start, "no more bodies than defined functions")),
        }
    }

    fn read_bundle_tags(&mut self) -> Result<()> {
        self.bundle_tags = self.read_names()?;
        Ok(())
    }

    fn read_sync_scopes(&mut self) -> Result<()> {
        self.module.sync_scopes = self.read_names()?;
        Ok(())
    }

    /// A block of names, each the whole of a record with code 1.
    fn read_names(&mut self) -> Result<Vec<String>> {
        const NAME: u32 = 1;
        let mut names = Vec::new();
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if record.code == NAME => names.push(text(&record.ops)),
                Entry::Record => {}
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(names),
            }
        }
    }

    /// The address space that the data layout gives under this letter: `A` of stack objects, `P`
    /// of functions.
    pub(super) fn default_space(&self, letter: char) -> u32 {
        let parts = self.module.data_layout.split('-');
        parts.filter_map(|part| part.strip_prefix(letter)?.parse().ok()).next().unwrap_or(0)
    }

    /// The value of this number, which must be known by now.
    pub(super) fn value(&self, bit: u64, number: u64) -> Result<(Operand, TypeId)> {
        let known = u32::try_from(number).ok().and_then(|n| self.values.get(n));
        known.ok_or_else(|| ReadError::found(bit, "the number of a value", number))
    }
}
