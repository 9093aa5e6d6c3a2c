//! Function blocks: the frame around the instructions.
//!
//! Operands are numbers of values, counted back from the next one; those that point forward are
//! kept as forward operands and resolved when the whole body is there.

use crate::bitstream::{BlockHead, Entry, Record};
use crate::error::{ReadError, Result};
use crate::{
    Block, BlockId, Body, Bundle, DebugLoc, FunctionId, Inst, InstId, InstKind, MetaId, MetaNode,
    Operand, Type, TypeId,
};

use super::block;
use super::fields::{Fields, signed};
use super::module::ModuleReader;
use super::values::{forward, forwarded};

/// A function body being read.
pub(super) struct FunctionReader<'r, 'a> {
    pub reader: &'r mut ModuleReader<'a>,
    pub body: Body,
    /// The location that DEBUG_LOC_AGAIN repeats.
    pub loc: Option<DebugLoc>,
    /// Bundles of the call to come.
    pub bundles: Vec<Bundle>,
    /// The address space of stack objects, unless they say another.
    pub stack_space: u32,
    function: FunctionId,
    void: TypeId,
    /// How many blocks the function has.
    block_count: u32,
    /// The first instruction of the current block.
    block_start: u32,
    /// Whether the instruction being read has forward operands.
    pending: bool,
    /// Instructions with forward operands.
    unresolved: Vec<u32>,
    /// Values wrapped as metadata that may be forward operands.
    wrapped: Vec<MetaId>,
}

impl<'r, 'a> FunctionReader<'r, 'a> {
    /// Reads the block just entered as the body of `function`.
    pub fn read(reader: &'r mut ModuleReader<'a>, function: FunctionId) -> Result<()> {
        let globals = reader.values.len();
        reader.nodes.begin_function(reader.module.metadata.nodes.len() as u32);
        let void = reader.intern(Type::Void);
        let stack_space = reader.default_space('A');
        let mut this = FunctionReader {
            reader,
            body: Body::default(),
            loc: None,
            bundles: Vec::new(),
            stack_space,
            function,
            void,
            block_count: 0,
            block_start: 0,
            pending: false,
            unresolved: Vec::new(),
            wrapped: Vec::new(),
        };
        this.push_args()?;
        this.read_entries()?;
        this.finish()?;
        let FunctionReader { reader, body, .. } = this;
        reader.module.functions[function.index()].body = Some(body);
        reader.values.truncate(globals);
        reader.nodes.end_function();
        Ok(())
    }

    fn push_args(&mut self) -> Result<()> {
        let ModuleReader { module, values, stream, .. } = &mut *self.reader;
        let ty = module.functions[self.function.index()].ty;
        if let Type::Function { params, .. } = module.ty(ty) {
            stream.spend(params.len())?;
            for (at, &param) in params.iter().enumerate() {
                values.push(Operand::Arg(at as u32), param);
            }
        }
        Ok(())
    }

    fn read_entries(&mut self) -> Result<()> {
        let mut record = Record::default();
        loop {
            match self.reader.stream.next(&mut record)? {
                Entry::Record => self.read_inst(&record)?,
                Entry::Block(head) => self.inner_block(head)?,
                Entry::End => return Ok(()),
            }
        }
    }

    fn inner_block(&mut self, head: BlockHead) -> Result<()> {
        let stream = &mut self.reader.stream;
        match head.id {
            block::CONSTANTS => {
                stream.enter(head)?;
                self.reader.read_constants()
            }
            block::METADATA => {
                stream.enter(head)?;
                let first = self.reader.module.metadata.nodes.len();
                self.reader.read_metadata()?;
                for at in first..self.reader.module.metadata.nodes.len() {
                    self.note_metadata(MetaId::from(at));
                }
                Ok(())
            }
            block::METADATA_ATTACHMENT => {
                stream.enter(head)?;
                self.reader.read_attachments(self.function, &mut self.body)
            }
            block::VALUE_SYMTAB => {
                stream.enter(head)?;
                self.reader.read_local_symbols(&mut self.body)
            }
            _ => {
                stream.skip(head);
                Ok(())
            }
        }
    }

    pub(super) fn declare_blocks(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let count = f.next("the number of blocks")?;
        // Every block needs a record for its terminator.
        if count == 0 || count > self.reader.stream.left() || count > u64::from(u32::MAX) {
            return Err(f.error("the number of blocks of the function", count));
        }
        self.block_count = count as u32;
        Ok(())
    }

    /// Notes a node that may wrap a forward operand.
    pub(super) fn note_metadata(&mut self, id: MetaId) {
        if let Some(MetaNode::Value { value, .. }) =
            self.reader.module.metadata.nodes.get(id.index())
            && forwarded(*value).is_some()
        {
            self.wrapped.push(id);
        }
    }

    /// Adds an instruction without a result.
    pub(super) fn push_void(&mut self, f: &Fields<'_>, kind: InstKind) -> Result<()> {
        self.push(f, kind, self.void)
    }

    /// Adds an instruction; its result, unless `ty` is void, is the next value.
    pub(super) fn push(&mut self, f: &Fields<'_>, kind: InstKind, ty: TypeId) -> Result<()> {
        if self.body.blocks.len() >= self.block_count as usize {
            return Err(f.fault("no instruction after the last block"));
        }
        if !self.bundles.is_empty() {
            return Err(f.fault("a call after its operand bundles"));
        }
        let id = self.body.insts.len() as u32;
        if std::mem::take(&mut self.pending) {
            self.unresolved.push(id);
        }
        let ends_block = kind.is_terminator();
        self.body.insts.push(Inst { kind, ty, loc: None });
        if !matches!(self.reader.module.ty(ty), Type::Void) {
            self.reader.values.push(Operand::Inst(InstId(id)), ty);
        }
        if ends_block {
            self.body.blocks.push(Block { insts: self.block_start..id + 1 });
            self.block_start = id + 1;
        }
        Ok(())
    }

    /// The number of a value from one counted back from the next value.
    #[inline]
    fn number(&self, op: u64) -> u32 {
        if self.reader.version == 0 {
            op as u32
        } else {
            (self.reader.values.len() as u32).wrapping_sub(op as u32)
        }
    }

    /// A value of the function; one still to come must be given with its type.
    #[inline]
    pub(super) fn typed_value(&mut self, f: &mut Fields<'_>) -> Result<(Operand, TypeId)> {
        let op = f.next("the number of a value")?;
        let number = self.number(op);
        match self.reader.values.get(number) {
            Some(known) => Ok(known),
            None => {
                let ty = self.reader.next_type(f)?;
                Ok((self.forward(f, number)?, ty))
            }
        }
    }

    /// A value whose type is known from elsewhere.
    #[inline]
    pub(super) fn value(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<Operand> {
        let op = f.next("the number of a value")?;
        let number = self.number(op);
        self.numbered(f, number, ty)
    }

    /// The same, by its number itself.
    pub(super) fn absolute_value(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<Operand> {
        let number = f.next_u32("the number of a value")?;
        self.numbered(f, number, ty)
    }

    /// The same, counted back with a sign, as phis refer to values.
    pub(super) fn signed_relative(
        &mut self,
        f: &Fields<'_>,
        op: u64,
        ty: TypeId,
    ) -> Result<Operand> {
        let number = match self.reader.version {
            0 => op as u32,
            _ => (self.reader.values.len() as i64).wrapping_sub(signed(op)) as u32,
        };
        self.numbered(f, number, ty)
    }

    #[inline]
    fn numbered(&mut self, f: &Fields<'_>, number: u32, ty: TypeId) -> Result<Operand> {
        if matches!(self.reader.module.ty(ty), Type::Metadata) {
            let id = self.reader.nodes.id(f, u64::from(number))?;
            return Ok(Operand::Metadata(id));
        }
        match self.reader.values.get(number) {
            Some((operand, _)) => Ok(operand),
            None => self.forward(f, number),
        }
    }

    fn forward(&mut self, f: &Fields<'_>, number: u32) -> Result<Operand> {
        self.pending = true;
        forward(number).ok_or_else(|| f.error("the number of a value", u64::from(number)))
    }

    /// A block by its number.
    pub(super) fn next_block(&self, f: &mut Fields<'_>) -> Result<BlockId> {
        let number = f.next("the number of a block")?;
        if number < u64::from(self.block_count) {
            Ok(BlockId(number as u32))
        } else {
            Err(f.error("the number of a block", number))
        }
    }

    /// Resolves forward operands once all values have their numbers.
    fn finish(&mut self) -> Result<()> {
        let bit = self.reader.stream.position();
        if self.body.blocks.len() != self.block_count as usize
            || self.block_start as usize != self.body.insts.len()
            || self.block_count == 0
        {
            let found = self.body.blocks.len() as u64;
            return Err(ReadError::found(bit, "as many whole blocks as declared", found));
        }
        let values = &self.reader.values;
        let resolve = |operand: &mut Operand| match forwarded(*operand) {
            None => Ok(()),
            Some(number) => match values.get(number) {
                Some((known, _)) => {
                    *operand = known;
                    Ok(())
                }
                None => Err(ReadError::found(bit, "the number of a value", u64::from(number))),
            },
        };
        for &at in &self.unresolved {
            self.body.insts[at as usize].kind.try_for_each_operand_mut(resolve)?;
        }
        let nodes = &mut self.reader.module.metadata.nodes;
        for id in &self.wrapped {
            if let MetaNode::Value { value, .. } = &mut nodes[id.index()] {
                resolve(value)?;
            }
        }
        self.reader.check_nodes()
    }
}
