//! Value symbol tables: names of parameters, results and blocks, and in old modules of globals.

use crate::bitstream::{Entry, Record};
use crate::error::Result;
use crate::{BlockId, Body, Operand};

use super::fields::{Fields, text};
use super::module::ModuleReader;

mod code {
    pub const ENTRY: u32 = 1;
    pub const BLOCK_ENTRY: u32 = 2;
    pub const FUNCTION_ENTRY: u32 = 3;
}

impl ModuleReader<'_> {
    /// The symbol table of the module, which has names only where there is no string table.
    pub(super) fn read_module_symbols(&mut self) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if self.version < 2 => self.global_name(&record)?,
                Entry::Record => {}
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    fn global_name(&mut self, record: &Record<'_>) -> Result<()> {
        let mut fields = Fields::new(record);
        let number = match record.code {
            code::ENTRY => fields.next("the number of a value")?,
            code::FUNCTION_ENTRY => {
                let number = fields.next("the number of a value")?;
                fields.next("the offset of a function")?;
                number
            }
            _ => return Ok(()),
        };
        let name = text(fields.rest());
        let (operand, _) = self.value(record.bit, number)?;
        let module = &mut self.module;
        match operand {
            Operand::Global(id) => module.globals[id.index()].name = name,
            Operand::Function(id) => module.functions[id.index()].name = name,
            Operand::Alias(id) => module.aliases[id.index()].name = name,
            Operand::IFunc(id) => module.ifuncs[id.index()].name = name,
            _ => return Err(fields.error("the number of a global", number)),
        }
        Ok(())
    }

    /// The symbol table of a function.
    pub(super) fn read_local_symbols(&mut self, body: &mut Body) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record => self.local_name(body, &record)?,
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    fn local_name(&mut self, body: &mut Body, record: &Record<'_>) -> Result<()> {
        let mut fields = Fields::new(record);
        match record.code {
            code::ENTRY => {
                let number = fields.next("the number of a value")?;
                let name = text(fields.rest());
                match self.value(record.bit, number)?.0 {
                    Operand::Arg(n) => {
                        body.arg_names.insert(n, name);
                    }
                    Operand::Inst(id) => {
                        body.inst_names.insert(id, name);
                    }
                    _ => return Err(fields.error("the number of a local value", number)),
                }
            }
            code::BLOCK_ENTRY => {
                let number = fields.next_u32("the number of a block")?;
                if number as usize >= body.blocks.len() {
                    return Err(fields.error("the number of a block", u64::from(number)));
                }
                body.block_names.insert(BlockId(number), text(fields.rest()));
            }
            _ => {}
        }
        Ok(())
    }
}
