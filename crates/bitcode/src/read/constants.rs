//! Constants blocks, of the module and of functions.

use crate::bitstream::{Entry, Record};
use crate::error::{ReadError, Result};
use crate::{BlockId, ConstId, ConstKind, Constant, InlineAsm, Operand, Type, TypeId};

use super::fields::{Fields, signed, text};
use super::module::ModuleReader;

mod code {
    pub const SETTYPE: u32 = 1;
    pub const NULL: u32 = 2;
    pub const UNDEF: u32 = 3;
    pub const INTEGER: u32 = 4;
    pub const WIDE_INTEGER: u32 = 5;
    pub const FLOAT: u32 = 6;
    pub const AGGREGATE: u32 = 7;
    pub const STRING: u32 = 8;
    pub const CSTRING: u32 = 9;
    pub const INLINEASM_OLD: u32 = 18;
    pub const BLOCKADDRESS: u32 = 21;
    pub const DATA: u32 = 22;
    pub const INLINEASM_OLD2: u32 = 23;
    pub const POISON: u32 = 26;
    pub const DSO_LOCAL_EQUIVALENT: u32 = 27;
    pub const INLINEASM_OLD3: u32 = 28;
    pub const NO_CFI: u32 = 29;
    pub const INLINEASM: u32 = 30;
    pub const PTRAUTH: u32 = 33;
    pub const PTRAUTH2: u32 = 34;
}

/// What is shared by the constants of one block.
pub(super) struct ConstantsBlock {
    /// The type of the constants that follow.
    pub ty: TypeId,
    /// The highest value named so far, which must be written within the block.
    pub highest: u32,
}

impl ModuleReader<'_> {
    pub(super) fn read_constants(&mut self) -> Result<()> {
        // Before the first SETTYPE constants are of type i32.
        let ty = self.intern(Type::Int(32));
        let mut block = ConstantsBlock { ty, highest: 0 };
        let mut record = Record::default();
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record if record.code == code::SETTYPE => {
                    block.ty = self.next_type(&mut Fields::new(&record))?;
                }
                Entry::Record => {
                    let kind = self.read_constant(&record, &mut block)?;
                    let id = ConstId::from(self.module.constants.len());
                    self.module.constants.push(Constant { ty: block.ty, kind });
                    self.values.push(Operand::Const(id), block.ty);
                }
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => break,
            }
        }
        if block.highest as usize >= self.values.len().max(1) {
            let bit = self.stream.position();
            let highest = u64::from(block.highest);
            return Err(ReadError::found(bit, "the number of a constant of the block", highest));
        }
        Ok(())
    }

    fn read_constant(
        &mut self,
        record: &Record<'_>,
        block: &mut ConstantsBlock,
    ) -> Result<ConstKind> {
        let mut fields = Fields::new(record);
        let f = &mut fields;
        Ok(match record.code {
            code::NULL => match self.module.ty(block.ty) {
                Type::Token => ConstKind::TokenNone,
                _ => ConstKind::Null,
            },
            code::UNDEF => ConstKind::Undef,
            code::POISON => ConstKind::Poison,
            code::INTEGER => self.integer(f, block.ty)?,
            code::WIDE_INTEGER => self.wide_integer(f, block.ty)?,
            code::FLOAT => self.float(f, block.ty)?,
            code::AGGREGATE => ConstKind::Aggregate(self.const_list(f, block)?),
            code::STRING | code::CSTRING | code::DATA => self.data(record, block.ty)?,
            code::INLINEASM_OLD | code::INLINEASM_OLD2 | code::INLINEASM_OLD3 | code::INLINEASM => {
                self.inline_asm(f, record.code, block.ty)?
            }
            code::BLOCKADDRESS => self.block_address(f)?,
            code::DSO_LOCAL_EQUIVALENT => {
                self.next_type(f)?;
                ConstKind::DsoLocalEquivalent(self.const_operand(f, block)?)
            }
            code::NO_CFI => {
                self.next_type(f)?;
                ConstKind::NoCfi(self.const_operand(f, block)?)
            }
            code::PTRAUTH | code::PTRAUTH2 => ConstKind::PtrAuth(self.const_list(f, block)?),
            _ => self.read_const_expr(record, block)?,
        })
    }

    /// A constant by its number, possibly one of those to come in this block.
    pub(super) fn const_operand(
        &mut self,
        f: &mut Fields<'_>,
        block: &mut ConstantsBlock,
    ) -> Result<Operand> {
        let number = f.next_u32("the number of a constant")?;
        block.highest = block.highest.max(number);
        Ok(match self.values.get(number) {
            Some((operand, _)) => operand,
            None => self.values.predict_constant(number, self.module.constants.len()),
        })
    }

    pub(super) fn const_list(
        &mut self,
        f: &mut Fields<'_>,
        block: &mut ConstantsBlock,
    ) -> Result<Box<[Operand]>> {
        let mut operands = Vec::with_capacity(f.left());
        while f.left() > 0 {
            operands.push(self.const_operand(f, block)?);
        }
        Ok(operands.into())
    }

    fn integer(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<ConstKind> {
        let value = signed(f.next("the value of an integer")?) as u64;
        let Type::Int(width @ 1..=64) = *self.module.ty(self.scalar(ty)) else {
            return Err(f.fault("an integer type of at most 64 bits for an integer"));
        };
        let value = value & (u64::MAX >> (64 - width));
        Ok(self.splat(f, ty, value)?.unwrap_or(ConstKind::Int(value)))
    }

    /// All elements of a vector constant that is written as one of them.
    fn splat(&mut self, f: &Fields<'_>, ty: TypeId, element: u64) -> Result<Option<ConstKind>> {
        match *self.module.ty(ty) {
            Type::Vector { scalable: true, .. } => Err(f.fault("a constant of known length")),
            Type::Vector { len, .. } => {
                self.stream.spend(len as usize)?;
                Ok(Some(ConstKind::Data(vec![element; len as usize].into())))
            }
            _ => Ok(None),
        }
    }

    fn wide_integer(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<ConstKind> {
        let Type::Int(width) = *self.module.ty(ty) else {
            return Err(f.fault("an integer type for a wide integer"));
        };
        let limbs = width.div_ceil(64) as usize;
        let words = f.rest();
        if words.len() > limbs {
            return Err(f.error("a wide integer of its type's width", words.len() as u64));
        }
        // The writer leaves out leading zero words.
        self.stream.spend(limbs)?;
        let mut value: Vec<u64> = words.iter().map(|&w| signed(w) as u64).collect();
        value.resize(limbs, 0);
        if !width.is_multiple_of(64)
            && let Some(last) = value.last_mut()
        {
            *last &= u64::MAX >> (64 - width % 64);
        }
        match value[..] {
            [only] => Ok(ConstKind::Int(only)),
            _ => Ok(ConstKind::WideInt(value.into())),
        }
    }

    fn float(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<ConstKind> {
        let first = f.next("the bits of a float")?;
        let bits = match self.module.ty(self.scalar(ty)) {
            Type::Half | Type::BFloat => u128::from(first & 0xffff),
            Type::Float => u128::from(first & 0xffff_ffff),
            Type::Double => u128::from(first),
            // The first word holds the upper 64 of the 80 bits.
            Type::X86Fp80 => {
                let low = f.next("the low bits of an x86_fp80")? & 0xffff;
                u128::from(first) << 16 | u128::from(low)
            }
            Type::Fp128 | Type::PpcFp128 => {
                u128::from(first) | u128::from(f.next("the upper half of a float")?) << 64
            }
            _ => return Err(f.fault("a floating-point type for a float")),
        };
        match self.splat(f, ty, bits as u64)? {
            Some(_) if bits > u128::from(u64::MAX) => Err(f.fault("elements of at most 64 bits")),
            Some(splat) => Ok(splat),
            None => Ok(ConstKind::Float(bits)),
        }
    }

    fn data(&self, record: &Record<'_>, ty: TypeId) -> Result<ConstKind> {
        let f = Fields::new(record);
        let (element, len, is_array) = match *self.module.ty(ty) {
            Type::Array { element, len } => (element, len, true),
            Type::Vector { element, len, .. } => (element, u64::from(len), false),
            _ => return Err(f.fault("an array or vector type for its elements")),
        };
        let width = match self.module.ty(element) {
            Type::Int(width @ (8 | 16 | 32 | 64)) => *width,
            Type::Half | Type::BFloat => 16,
            Type::Float => 32,
            Type::Double => 64,
            _ => return Err(f.fault("elements of 8, 16, 32 or 64 bits")),
        };
        let zero = (record.code == code::CSTRING).then_some(0);
        let elements = record.ops.iter().copied().chain(zero);
        if record.ops.len() as u64 + u64::from(zero.is_some()) != len {
            return Err(f.error("as many elements as the type has", record.ops.len() as u64));
        }
        if is_array && width == 8 {
            return Ok(ConstKind::Bytes(elements.map(|e| e as u8).collect()));
        }
        let mask = u64::MAX >> (64 - width);
        Ok(ConstKind::Data(elements.map(|e| e & mask).collect()))
    }

    fn inline_asm(&self, f: &mut Fields<'_>, code: u32, ty: TypeId) -> Result<ConstKind> {
        let ty = if code == code::INLINEASM { self.next_type(f)? } else { self.pointee(f, ty)? };
        let bits = f.next("flags of inline assembly")?;
        let template = counted_text(f)?;
        let constraints = counted_text(f)?;
        let with_dialect = code != code::INLINEASM_OLD;
        let with_unwind = with_dialect && code != code::INLINEASM_OLD2;
        Ok(ConstKind::InlineAsm(Box::new(InlineAsm {
            ty,
            template,
            constraints,
            side_effect: bits & 1 != 0,
            align_stack: bits & 2 != 0,
            intel: with_dialect && bits & 4 != 0,
            can_throw: with_unwind && bits & 8 != 0,
        })))
    }

    fn block_address(&self, f: &mut Fields<'_>) -> Result<ConstKind> {
        self.next_type(f)?;
        let number = f.next("the number of a function")?;
        let block = BlockId(f.next_u32("the number of a block")?);
        match self.value(f.bit, number)?.0 {
            Operand::Function(function) => Ok(ConstKind::BlockAddress { function, block }),
            _ => Err(f.error("the number of a function", number)),
        }
    }
}

/// A length and as many characters.
fn counted_text(f: &mut Fields<'_>) -> Result<String> {
    let len = f.next("the length of a text")?;
    let Some(chars) = usize::try_from(len).ok().and_then(|len| f.rest().get(..len)) else {
        return Err(f.error("the length of a text", len));
    };
    for _ in 0..len {
        f.next("a character")?;
    }
    Ok(text(chars))
}
