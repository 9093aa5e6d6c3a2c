//! Phis and terminators other than those of calls and exceptions.

use crate::error::Result;
use crate::{BlockId, ConstId, ConstKind, Constant, InstKind, Operand, Type, TypeId};

use super::super::fields::{Fields, signed};
use super::super::function::FunctionReader;
use super::codes::fast_math;

/// What the upper bits of the first operand of a `switch` with ranges of cases are.
const SWITCH_WITH_RANGES: u64 = 0x4b5;

impl FunctionReader<'_, '_> {
    pub(super) fn phi(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let ty = self.reader.next_type(f)?;
        let mut incoming = Vec::with_capacity(f.left() / 2);
        while f.left() >= 2 {
            let value = f.next("an incoming value")?;
            let value = self.signed_relative(f, value, ty)?;
            incoming.push((value, self.next_block(f)?));
        }
        let flags = fast_math(f.or_zero());
        self.push(f, InstKind::Phi { incoming: incoming.into(), flags }, ty)
    }

    pub(super) fn ret(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let value = if f.left() > 0 { Some(self.typed_value(f)?.0) } else { None };
        self.push_void(f, InstKind::Ret { value })
    }

    pub(super) fn br(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let target = self.next_block(f)?;
        if f.left() == 0 {
            return self.push_void(f, InstKind::Br { target });
        }
        let on_false = self.next_block(f)?;
        let truth = self.reader.intern(Type::Int(1));
        let cond = self.value(f, truth)?;
        self.push_void(f, InstKind::CondBr { cond, on_true: target, on_false })
    }

    pub(super) fn switch(&mut self, f: &mut Fields<'_>) -> Result<()> {
        if f.rest().first().is_some_and(|first| first >> 16 == SWITCH_WITH_RANGES) {
            return self.switch_with_ranges(f);
        }
        let ty = self.reader.next_type(f)?;
        let value = self.value(f, ty)?;
        let default = self.next_block(f)?;
        let mut cases = Vec::with_capacity(f.left() / 2);
        while f.left() > 0 {
            let case = self.absolute_value(f, ty)?;
            cases.push((case, self.next_block(f)?));
        }
        self.push_void(f, InstKind::Switch { value, default, cases: cases.into() })
    }

    /// `switch` as some versions of LLVM 3 wrote it: each case is a list of numbers, of which only
    /// single ones ever occurred.
    fn switch_with_ranges(&mut self, f: &mut Fields<'_>) -> Result<()> {
        f.next("a switch")?;
        let ty = self.reader.next_type(f)?;
        let value = self.value(f, ty)?;
        let default = self.next_block(f)?;
        let count = f.next("the number of cases")?;
        let mut cases = Vec::new();
        for _ in 0..count {
            let items = f.next("the number of values of a case")?;
            let first = cases.len();
            for _ in 0..items {
                if f.next("whether a case is a single value")? == 0 {
                    return Err(f.fault("cases of single values"));
                }
                cases.push((self.case_constant(f, ty)?, BlockId(0)));
            }
            let target = self.next_block(f)?;
            for case in &mut cases[first..] {
                case.1 = target;
            }
        }
        self.push_void(f, InstKind::Switch { value, default, cases: cases.into() })
    }

    fn case_constant(&mut self, f: &mut Fields<'_>, ty: TypeId) -> Result<Operand> {
        let kind = match *self.reader.module.ty(ty) {
            Type::Int(width @ 1..=64) => {
                let value = signed(f.next("the value of a case")?) as u64;
                ConstKind::Int(value & (u64::MAX >> (64 - width)))
            }
            _ => return Err(f.fault("cases of at most 64 bits")),
        };
        let id = ConstId::from(self.reader.module.constants.len());
        self.reader.module.constants.push(Constant { ty, kind });
        Ok(Operand::Const(id))
    }

    pub(super) fn indirect_br(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let ty = self.reader.next_type(f)?;
        let address = self.value(f, ty)?;
        let targets = self.blocks(f)?;
        self.push_void(f, InstKind::IndirectBr { address, targets })
    }

    pub(super) fn unreachable(&mut self, f: &mut Fields<'_>) -> Result<()> {
        self.push_void(f, InstKind::Unreachable)
    }

    /// All blocks that are left in the record.
    pub(super) fn blocks(&self, f: &mut Fields<'_>) -> Result<Box<[BlockId]>> {
        let mut blocks = Vec::with_capacity(f.left());
        while f.left() > 0 {
            blocks.push(self.next_block(f)?);
        }
        Ok(blocks.into())
    }
}
