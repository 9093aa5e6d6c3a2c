//! Metadata blocks: strings, nodes, kinds, named lists and attachments.

use crate::bitstream::{Bits, Entry, Record};
use crate::error::Result;
use crate::{Body, FunctionId, InstId, MetaNode, NamedMetadata, Operand};

use super::fields::{Fields, text, text_of_bytes};
use super::metadata_nodes::code;
use super::module::ModuleReader;
use super::values::forward;

impl ModuleReader<'_> {
    pub(super) fn read_module_metadata(&mut self) -> Result<()> {
        self.read_metadata()?;
        self.check_nodes()
    }

    /// A block of the module or of a function.
    pub(super) fn read_metadata(&mut self) -> Result<()> {
        let mut record = Record::default();
        let mut name = None;
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record => self.metadata_record(&record, &mut name)?,
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    fn metadata_record(&mut self, record: &Record<'_>, name: &mut Option<String>) -> Result<()> {
        let fields = Fields::new(record);
        match record.code {
            code::STRINGS => self.read_strings(record),
            code::STRING_OLD => self.push_node(&fields, MetaNode::String(text(&record.ops))),
            code::NAME => {
                *name = Some(text(&record.ops));
                Ok(())
            }
            code::NAMED_NODE => self.named_node(fields, name.take()),
            code::KIND => self.metadata_kind(fields),
            code::GLOBAL_DECL_ATTACHMENT => self.global_attachment(fields),
            code::VALUE => {
                let node = self.wrapped_value(fields.clone())?;
                self.push_node(&fields, node)
            }
            // Where nodes lie: we read them all.
            code::INDEX_OFFSET | code::INDEX => Ok(()),
            _ => {
                let node = self.nodes.decode(record)?;
                self.push_node(&fields, node)
            }
        }
    }

    fn push_node(&mut self, f: &Fields<'_>, node: MetaNode) -> Result<()> {
        self.nodes.add(f, self.module.metadata.nodes.len())?;
        self.module.metadata.nodes.push(node);
        Ok(())
    }

    /// Many strings at once: their lengths as a stream of bits, then their characters.
    fn read_strings(&mut self, record: &Record<'_>) -> Result<()> {
        let mut fields = Fields::new(record);
        let count = fields.next("the number of strings")?;
        let offset = fields.next("the offset of characters")?;
        let blob = record.blob.unwrap_or(&[]);
        let split = usize::try_from(offset).ok().and_then(|at| blob.split_at_checked(at));
        let Some((lengths, mut chars)) = split else {
            return Err(fields.error("the offset of characters", offset));
        };
        // A length takes six bits at least.
        if count > lengths.len() as u64 * 8 / 6 {
            return Err(fields.error("the number of strings", count));
        }
        let mut lengths = Bits::new(lengths, 0);
        self.module.metadata.nodes.reserve(count as usize);
        for _ in 0..count {
            let len = lengths.vbr(6);
            let string = usize::try_from(len).ok().and_then(|len| chars.split_at_checked(len));
            let Some((string, rest)) = string else {
                return Err(fields.error("the length of a string", len));
            };
            chars = rest;
            self.push_node(&fields, MetaNode::String(text_of_bytes(string.to_vec())))?;
        }
        Ok(())
    }

    fn named_node(&mut self, mut f: Fields<'_>, name: Option<String>) -> Result<()> {
        let Some(name) = name else {
            return Err(f.fault("a name before a named list"));
        };
        let mut nodes = Vec::with_capacity(f.left());
        while f.left() > 0 {
            let number = f.next("the number of a metadata node")?;
            nodes.push(self.nodes.id(&f, number)?);
        }
        self.module.metadata.named.push(NamedMetadata { name, nodes });
        Ok(())
    }

    /// A value as metadata: in a function it may be a result still to come.
    fn wrapped_value(&mut self, mut f: Fields<'_>) -> Result<MetaNode> {
        let ty = self.next_type(&mut f)?;
        let number = f.next_u32("the number of a value")?;
        let value = match self.values.get(number) {
            Some((operand, _)) => Some(operand),
            None if self.nodes.is_in_function() => forward(number),
            None => None,
        };
        match value {
            Some(value) => Ok(MetaNode::Value { ty, value }),
            None => Err(f.error("the number of a value", u64::from(number))),
        }
    }

    pub(super) fn read_metadata_kinds(&mut self) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if record.code == code::KIND => {
                    self.metadata_kind(Fields::new(&record))?;
                }
                Entry::Record => {}
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    fn metadata_kind(&mut self, mut f: Fields<'_>) -> Result<()> {
        let kind = f.next_u32("the number of a metadata kind")?;
        let name = text(f.rest());
        if name == "dbg" {
            self.dbg_kind = u64::from(kind);
        } else if name == "func_sanitize" {
            self.sanitize_kind = Some(u64::from(kind));
        }
        self.module.metadata.kinds.push((kind, name));
        Ok(())
    }

    /// Nodes attached to a global, or to a function without a body.
    fn global_attachment(&mut self, mut f: Fields<'_>) -> Result<()> {
        let number = f.next("the number of a value")?;
        let (global, _) = self.value(f.bit, number)?;
        while f.left() > 0 {
            let kind = f.next("the kind of an attachment")?;
            let node = f.next("the number of a metadata node")?;
            let node = self.nodes.id(&f, node)?;
            if kind != self.dbg_kind {
                continue;
            }
            match global {
                Operand::Global(id) => self.module.globals[id.index()].debug.push(node),
                Operand::Function(id) => {
                    self.module.functions[id.index()].subprogram = Some(node);
                }
                _ => return Err(f.error("the number of a global", number)),
            }
        }
        Ok(())
    }

    /// Nodes attached to a function and its instructions.
    pub(super) fn read_attachments(&mut self, function: FunctionId, body: &mut Body) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if record.code == code::ATTACHMENT => {
                    self.attachment(function, body, Fields::new(&record))?;
                }
                Entry::Record => {}
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => return Ok(()),
            }
        }
    }

    fn attachment(
        &mut self,
        function: FunctionId,
        body: &mut Body,
        mut f: Fields<'_>,
    ) -> Result<()> {
        let inst = if f.left().is_multiple_of(2) {
            None
        } else {
            let number = f.next_u32("the number of an instruction")?;
            if number as usize >= body.insts.len() {
                return Err(f.error("the number of an instruction", u64::from(number)));
            }
            Some(InstId(number))
        };
        while f.left() > 0 {
            let kind = f.next_u32("the kind of an attachment")?;
            let node = f.next("the number of a metadata node")?;
            let node = self.nodes.id(&f, node)?;
            match inst {
                Some(inst) => body.attachments.push((inst, kind, node)),
                None if u64::from(kind) == self.dbg_kind => {
                    self.module.functions[function.index()].subprogram = Some(node);
                }
                None if Some(u64::from(kind)) == self.sanitize_kind => {
                    self.module.functions[function.index()].sanitize = Some(node);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Checks that all nodes named so far exist.
    pub(super) fn check_nodes(&self) -> Result<()> {
        self.nodes.check(self.module.metadata.nodes.len(), self.stream.position())
    }
}
