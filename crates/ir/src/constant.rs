//! Constants of a module as the scalars of lowered code.

mod expr;
pub mod fold;
pub mod gep;
mod init;

use bitcode::{ConstId, ConstKind, Operand, TypeId};
use numeric::{Bits, Wide};

use crate::Const;
use crate::flat::{Flat, Scalar, Unmodelled};
use crate::unit::{Target, Targets, Unit};

/// Constant expressions nested deeper than this are not evaluated. Aggregates nest within it too.
const DEEPEST: u32 = 400;

/// Evaluates the constants of one module.
#[derive(Clone, Copy)]
pub struct Constants<'a> {
    pub unit: &'a Unit,
    targets: &'a Targets,
    depth: u32,
}

impl<'a> Constants<'a> {
    /// With the targets that symbols shall have (while linking, not yet those of the unit).
    pub fn new(unit: &'a Unit, targets: &'a Targets) -> Constants<'a> {
        Constants { unit, targets, depth: 0 }
    }

    /// The same evaluator one level further down.
    fn deeper(self) -> Result<Constants<'a>, Unmodelled> {
        if self.depth >= DEEPEST {
            return Err(Unmodelled::new("deeply nested constant"));
        }
        Ok(Constants { depth: self.depth + 1, ..self })
    }

    /// The type of a constant operand.
    pub fn type_of(self, operand: Operand) -> Result<TypeId, Unmodelled> {
        let ty = self.unit.module.operand_type(None, operand);
        ty.ok_or_else(|| Unmodelled::new("constant made from an instruction"))
    }

    /// Appends the leaves of a constant.
    pub fn leaves(self, operand: Operand, out: &mut Vec<Const>) -> Result<(), Unmodelled> {
        match operand {
            Operand::Const(id) => self.constant(id, out),
            symbol => {
                out.push(self.symbol(symbol)?);
                Ok(())
            }
        }
    }

    /// The only leaf of a scalar constant.
    pub fn scalar(self, operand: Operand) -> Result<Const, Unmodelled> {
        let mut leaves = Vec::with_capacity(1);
        self.leaves(operand, &mut leaves)?;
        if leaves.len() != 1 {
            return Err(Unmodelled::new("constant with several parts where one is expected"));
        }
        Ok(leaves.remove(0))
    }

    /// The leaves of a constant, by themselves.
    fn list(self, operand: Operand) -> Result<Vec<Const>, Unmodelled> {
        let mut leaves = Vec::new();
        self.leaves(operand, &mut leaves)?;
        Ok(leaves)
    }

    fn symbol(self, operand: Operand) -> Result<Const, Unmodelled> {
        let target = match operand {
            Operand::Global(id) => self.targets.globals.get(id.index()),
            Operand::Function(id) => self.targets.functions.get(id.index()),
            Operand::Alias(id) => self.targets.aliases.get(id.index()),
            Operand::IFunc(id) => self.targets.ifuncs.get(id.index()),
            _ => None,
        };
        match target {
            Some(Target::Null) => Ok(Const::Int(0)),
            Some(Target::Address { symbol, offset }) => {
                Ok(Const::Address { symbol: *symbol, offset: *offset })
            }
            None => Err(Unmodelled::new("operand that is not a constant")),
        }
    }

    fn constant(self, id: ConstId, out: &mut Vec<Const>) -> Result<(), Unmodelled> {
        let constant = &self.unit.module.constants[id.index()];
        let flat = || self.unit.flat(constant.ty);
        match &constant.kind {
            ConstKind::Null => {
                out.extend(flat()?.scalars.iter().map(|s| fold::number(s.bits(), 0)));
            }
            ConstKind::Undef | ConstKind::Poison => {
                out.extend(flat()?.scalars.iter().map(|s| Const::Undef(s.bits())));
            }
            ConstKind::TokenNone => out.push(Const::Int(0)),
            ConstKind::Int(value) => out.push(fold::number(only(flat()?)?.bits(), *value)),
            ConstKind::WideInt(limbs) => {
                let bits = Bits(only(flat()?)?.bits());
                out.push(fold::from_wide(Wide::from_limbs(bits, limbs)));
            }
            ConstKind::Float(value) => {
                out.push(fold::number_u128(only(flat()?)?.bits(), *value));
            }
            ConstKind::Aggregate(elements) => {
                let deeper = self.deeper()?;
                elements.iter().try_for_each(|element| deeper.leaves(*element, out))?;
            }
            ConstKind::Data(elements) => out.extend(elements.iter().map(|e| Const::Int(*e))),
            ConstKind::Bytes(bytes) => out.extend(bytes.iter().map(|b| Const::Int((*b).into()))),
            ConstKind::Expr(expr) => out.extend(self.deeper()?.expr(constant.ty, expr)?),
            ConstKind::BlockAddress { function, block } => {
                out.push(self.block_address(*function, block.0)?);
            }
            ConstKind::DsoLocalEquivalent(function) | ConstKind::NoCfi(function) => {
                self.deeper()?.leaves(*function, out)?;
            }
            ConstKind::PtrAuth(parts) => match parts.first() {
                Some(pointer) => self.deeper()?.leaves(*pointer, out)?,
                None => return Err(Unmodelled::new("signed pointer without a pointer")),
            },
            ConstKind::InlineAsm(_) => return Err(Unmodelled::new("address of inline assembly")),
        }
        Ok(())
    }

    fn block_address(self, function: bitcode::FunctionId, block: u32) -> Result<Const, Unmodelled> {
        match self.symbol(Operand::Function(function))? {
            Const::Address { symbol: crate::Symbol::Function(function), offset: 0 } => {
                Ok(Const::Block { function, block })
            }
            _ => Err(Unmodelled::new("block address of an undefined function")),
        }
    }
}

fn only(flat: &Flat) -> Result<Scalar, Unmodelled> {
    match flat.scalars[..] {
        [scalar] => Ok(scalar),
        _ => Err(Unmodelled::new("scalar constant of an aggregate type")),
    }
}
