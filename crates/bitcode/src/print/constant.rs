//! Constants and constant expressions.

use std::fmt::{self, Display, Formatter};

use super::names::{self, escaped, quoted};
use super::number;
use super::value::Scope;
use super::words::{address_flags, binary, cast, compare, flags};
use crate::{
    ConstExpr, ConstId, ConstKind, Constant, Flags, InRange, InlineAsm, Operand, Type, TypeId,
    UnaryOp,
};

impl<'t> Scope<'t> {
    fn constant(self, id: ConstId) -> &'t Constant {
        &self.text.module.constants[id.index()]
    }

    pub(super) fn write_constant(self, f: &mut Formatter<'_>, id: ConstId) -> fmt::Result {
        let Constant { ty, kind } = self.constant(id);
        match kind {
            ConstKind::Null => self.write_null(f, *ty),
            ConstKind::Undef => f.write_str("undef"),
            ConstKind::Poison => f.write_str("poison"),
            ConstKind::TokenNone => f.write_str("none"),
            ConstKind::Int(bits) => self.write_scalar(f, *ty, *bits),
            ConstKind::WideInt(limbs) => match self.text.module.ty(*ty) {
                Type::Int(width) => write!(f, "{}", number::wide_int(limbs, *width)),
                _ => f.write_str("?"),
            },
            ConstKind::Float(bits) => {
                write!(f, "{}", number::float(*bits, self.text.module.ty(*ty)))
            }
            ConstKind::Aggregate(elements) => match self.splat(*ty, elements) {
                Some(element) => write!(f, "splat ({})", self.typed(element)),
                None => self.write_aggregate(f, *ty, elements),
            },
            ConstKind::Data(elements) => match (self.text.module.ty(*ty), &elements[..]) {
                (Type::Vector { element, .. }, [first, rest @ ..])
                    if rest.iter().all(|other| other == first) =>
                {
                    write!(f, "splat ({} ", self.text.ty(*element))?;
                    self.write_scalar(f, *element, *first)?;
                    f.write_str(")")
                }
                _ => self.write_data(f, *ty, elements),
            },
            ConstKind::Bytes(bytes) => write!(f, "c\"{}\"", escaped(bytes)),
            ConstKind::Expr(expr) => self.write_expression(f, *ty, expr),
            ConstKind::BlockAddress { function, block } => {
                let slots = &self.text.slots;
                let (function_name, block) =
                    (slots.function(*function), slots.block(*function, *block));
                write!(f, "blockaddress({function_name}, %{block})")
            }
            ConstKind::InlineAsm(asm) => write_assembly(f, asm),
            ConstKind::DsoLocalEquivalent(of) => {
                write!(f, "dso_local_equivalent {}", self.value(*of))
            }
            ConstKind::NoCfi(of) => write!(f, "no_cfi {}", self.value(*of)),
            ConstKind::PtrAuth(operands) => self.write_signed_pointer(f, operands),
        }
    }

    fn write_null(self, f: &mut Formatter<'_>, ty: TypeId) -> fmt::Result {
        match self.text.module.ty(ty) {
            Type::Int(1) => f.write_str("false"),
            Type::Int(_) => f.write_str("0"),
            Type::Pointer { .. } => f.write_str("null"),
            Type::Token => f.write_str("none"),
            ty @ (Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X86Fp80
            | Type::Fp128
            | Type::PpcFp128) => write!(f, "{}", number::float(0, ty)),
            _ => f.write_str("zeroinitializer"),
        }
    }

    /// An integer or float of at most 64 bits.
    fn write_scalar(self, f: &mut Formatter<'_>, ty: TypeId, bits: u64) -> fmt::Result {
        match self.text.module.ty(ty) {
            Type::Int(width) => write!(f, "{}", number::int(bits, *width)),
            ty => write!(f, "{}", number::float(u128::from(bits), ty)),
        }
    }

    /// The number all elements of a vector are equal to.
    fn splat(self, ty: TypeId, elements: &[Operand]) -> Option<Operand> {
        let number = |operand: Operand| match operand {
            Operand::Const(id) => Some(self.constant(id)).filter(|constant| {
                let Constant { kind, .. } = constant;
                matches!(kind, ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(_))
            }),
            _ => None,
        };
        let first = *elements.first()?;
        let value = number(first)?;
        let vector = matches!(self.text.module.ty(ty), Type::Vector { .. });
        (vector && elements.iter().all(|&e| number(e) == Some(value))).then_some(first)
    }

    /// The number a scalable vector repeats: there it is spelled as a shuffle of a vector with
    /// that number in front.
    fn scalable_splat(self, ty: TypeId, a: Operand, mask: Operand) -> Option<Operand> {
        let (Operand::Const(a), Operand::Const(mask)) = (a, mask) else { return None };
        let ConstKind::Expr(expr) = &self.constant(a).kind else { return None };
        let ConstExpr::InsertElement { element, index: Operand::Const(index), .. } = **expr else {
            return None;
        };
        let scalable = matches!(self.text.module.ty(ty), Type::Vector { scalable: true, .. });
        let zero = |id| self.constant(id).kind == ConstKind::Null;
        let Operand::Const(number) = element else { return None };
        let number = matches!(self.constant(number).kind, ConstKind::Int(_) | ConstKind::Float(_));
        (scalable && zero(index) && zero(mask) && number).then_some(element)
    }

    /// The mask of a shuffle, with its type: always spelled out.
    pub(super) fn mask(self, operand: Operand) -> impl Display + 't {
        fmt::from_fn(move |f| {
            let Operand::Const(id) = operand else { return write!(f, "{}", self.typed(operand)) };
            let Constant { ty, kind } = self.constant(id);
            write!(f, "{} ", self.text.ty(*ty))?;
            match kind {
                ConstKind::Data(elements) => self.write_data(f, *ty, elements),
                ConstKind::Aggregate(elements) => self.write_aggregate(f, *ty, elements),
                _ => write!(f, "{}", self.value(operand)),
            }
        })
    }

    fn write_aggregate(
        self,
        f: &mut Formatter<'_>,
        ty: TypeId,
        elements: &[Operand],
    ) -> fmt::Result {
        let (open, close) = match self.text.module.ty(ty) {
            Type::Struct { packed, .. } => match (*packed, elements.is_empty()) {
                (false, false) => ("{ ", " }"),
                (false, true) => ("{", "}"),
                (true, false) => ("<{ ", " }>"),
                (true, true) => ("<{", "}>"),
            },
            Type::Vector { .. } => ("<", ">"),
            _ => ("[", "]"),
        };
        write!(f, "{open}{}{close}", self.all_typed(elements))
    }

    fn write_data(self, f: &mut Formatter<'_>, ty: TypeId, elements: &[u64]) -> fmt::Result {
        let (element, open, close) = match self.text.module.ty(ty) {
            Type::Vector { element, .. } => (*element, "<", ">"),
            Type::Array { element, .. } => (*element, "[", "]"),
            _ => return f.write_str("?"),
        };
        if open == "[" && *self.text.module.ty(element) == Type::Int(8) {
            let bytes: Vec<u8> = elements.iter().map(|&e| e as u8).collect();
            return write!(f, "c\"{}\"", escaped(&bytes));
        }
        let spelled = elements.iter().map(|&bits| {
            fmt::from_fn(move |f| {
                write!(f, "{} ", self.text.ty(element))?;
                self.write_scalar(f, element, bits)
            })
        });
        write!(f, "{open}{}{close}", names::joined(spelled, ", "))
    }

    fn write_expression(self, f: &mut Formatter<'_>, ty: TypeId, expr: &ConstExpr) -> fmt::Result {
        match expr {
            ConstExpr::Unary { op: UnaryOp::FNeg, value } => {
                write!(f, "fneg ({})", self.typed(*value))
            }
            ConstExpr::Binary { op, flags: set, lhs, rhs } => {
                let (op, operands) = (binary(*op), self.all_typed(&[*lhs, *rhs]).to_string());
                write!(f, "{op}{} ({operands})", flags(*set))
            }
            ConstExpr::Cast { op, value } => {
                write!(f, "{} ({} to {})", cast(*op), self.typed(*value), self.text.ty(ty))
            }
            ConstExpr::Gep { source, flags, operands, in_range } => {
                self.write_address(f, *source, *flags, operands, in_range.as_ref())
            }
            ConstExpr::Select { cond, on_true, on_false } => {
                let operands = [*cond, *on_true, *on_false];
                write!(f, "select ({})", self.all_typed(&operands))
            }
            ConstExpr::Compare { predicate, lhs, rhs } => {
                let (kind, name) = compare(*predicate);
                write!(f, "{kind} {name} ({})", self.all_typed(&[*lhs, *rhs]))
            }
            ConstExpr::ExtractElement { vector, index } => {
                write!(f, "extractelement ({})", self.all_typed(&[*vector, *index]))
            }
            ConstExpr::InsertElement { vector, element, index } => {
                write!(f, "insertelement ({})", self.all_typed(&[*vector, *element, *index]))
            }
            ConstExpr::ShuffleVector { a, b, mask } => match self.scalable_splat(ty, *a, *mask) {
                Some(element) => write!(f, "splat ({})", self.typed(element)),
                None => {
                    let mask = self.mask(*mask);
                    write!(f, "shufflevector ({}, {mask})", self.all_typed(&[*a, *b]))
                }
            },
        }
    }

    fn write_address(
        self,
        f: &mut Formatter<'_>,
        source: TypeId,
        set: Flags,
        operands: &[Operand],
        in_range: Option<&InRange>,
    ) -> fmt::Result {
        write!(f, "getelementptr{}", address_flags(set))?;
        if let Some(InRange::Bytes(start, end)) = in_range {
            write!(f, " inrange({start}, {end})")?;
        }
        write!(f, " ({}", self.text.ty(source))?;
        for (position, &operand) in operands.iter().enumerate() {
            let promised =
                matches!(in_range, Some(InRange::Index(i)) if *i as usize + 1 == position);
            write!(f, ", {}{}", if promised { "inrange " } else { "" }, self.typed(operand))?;
        }
        f.write_str(")")
    }

    /// Trailing operands with their default, zero, are left out.
    fn write_signed_pointer(self, f: &mut Formatter<'_>, operands: &[Operand]) -> fmt::Result {
        let zero = |operand: &Operand| match operand {
            Operand::Const(id) => self.constant(*id).kind == ConstKind::Null,
            _ => false,
        };
        let kept = operands.iter().rposition(|o| !zero(o)).map_or(2, |last| (last + 1).max(2));
        write!(f, "ptrauth ({})", self.all_typed(&operands[..kept.min(operands.len())]))
    }
}

fn write_assembly(f: &mut Formatter<'_>, asm: &InlineAsm) -> fmt::Result {
    f.write_str("asm ")?;
    let words = [
        (asm.side_effect, "sideeffect "),
        (asm.align_stack, "alignstack "),
        (asm.intel, "inteldialect "),
        (asm.can_throw, "unwind "),
    ];
    words.iter().filter(|(set, _)| *set).try_for_each(|(_, word)| f.write_str(word))?;
    write!(f, "{}, {}", quoted(&asm.template), quoted(&asm.constraints))
}
