//! Types, and the order in which structure types are defined.
//!
//! `llvm-dis` defines the identified structures a module uses in the order it meets them, walking
//! globals, aliases, functions and instructions; those without a name it numbers in that order.
//! We walk the same way.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::{Text, names};
use crate::{
    Attribute, AttributesId, Body, Call, ConstExpr, ConstId, ConstKind, Function, InstKind,
    MetaNode, Module, Operand, Type, TypeId,
};

/// Whether a structure type is identified by a name or number rather than by its fields. The
/// reader gives identified types without a name the empty one.
fn identified(ty: &Type) -> Option<&str> {
    match ty {
        Type::Struct { name, .. } => name.as_deref(),
        _ => None,
    }
}

impl Text<'_> {
    /// A type where it is used.
    pub(super) fn ty(&self, id: TypeId) -> impl Display {
        fmt::from_fn(move |f| self.nested(f, |f| self.write_type(f, id)))
    }

    fn types<'a>(&'a self, ids: &'a [TypeId]) -> impl Display + 'a {
        names::joined(ids.iter().map(move |&t| self.ty(t)), ", ")
    }

    /// The definitions of identified structures.
    pub(super) fn write_type_definitions(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for &id in &self.identified {
            let ty = self.module.ty(id);
            write!(f, "{} = type ", self.ty(id))?;
            writeln!(f, "{}", fmt::from_fn(|f| self.write_fields(f, ty)))?;
        }
        if self.identified.is_empty() { Ok(()) } else { writeln!(f) }
    }

    fn write_type(&self, f: &mut Formatter<'_>, id: TypeId) -> fmt::Result {
        let ty = self.module.ty(id);
        match ty {
            Type::Void => f.write_str("void"),
            Type::Half => f.write_str("half"),
            Type::BFloat => f.write_str("bfloat"),
            Type::Float => f.write_str("float"),
            Type::Double => f.write_str("double"),
            Type::X86Fp80 => f.write_str("x86_fp80"),
            Type::Fp128 => f.write_str("fp128"),
            Type::PpcFp128 => f.write_str("ppc_fp128"),
            Type::Label => f.write_str("label"),
            Type::Metadata => f.write_str("metadata"),
            Type::X86Mmx => f.write_str("x86_mmx"),
            Type::X86Amx => f.write_str("x86_amx"),
            Type::Token => f.write_str("token"),
            Type::Int(width) => write!(f, "i{width}"),
            Type::Pointer { addr_space, pointee } => {
                match pointee {
                    Some(pointee) => write!(f, "{}", self.ty(*pointee))?,
                    None => f.write_str("ptr")?,
                }
                write!(f, "{}", address_space(*addr_space))?;
                f.write_str(if pointee.is_some() { "*" } else { "" })
            }
            Type::Function { ret, params, vararg } => {
                write!(f, "{} ({}", self.ty(*ret), self.types(params))?;
                f.write_str(match (*vararg, params.is_empty()) {
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                    (false, _) => ")",
                })
            }
            Type::Struct { .. } => match identified(ty) {
                Some("") => match self.type_numbers[id.index()] {
                    Some(number) => write!(f, "%{number}"),
                    // Only in what the walk below does not see.
                    None => write!(f, "%\"type {}\"", id.0),
                },
                Some(name) => write!(f, "%{}", names::name(name)),
                None => self.write_fields(f, ty),
            },
            Type::Array { element, len } => write!(f, "[{len} x {}]", self.ty(*element)),
            Type::Vector { element, len, scalable } => {
                f.write_str(if *scalable { "<vscale x " } else { "<" })?;
                write!(f, "{len} x {}>", self.ty(*element))
            }
            Type::TargetExt { name, types, ints } => {
                write!(f, "target(\"{}\"", names::escaped(name.as_bytes()))?;
                types.iter().try_for_each(|&t| write!(f, ", {}", self.ty(t)))?;
                ints.iter().try_for_each(|n| write!(f, ", {n}"))?;
                f.write_str(")")
            }
        }
    }

    fn write_fields(&self, f: &mut Formatter<'_>, ty: &Type) -> fmt::Result {
        let Type::Struct { fields, packed, .. } = ty else { return Ok(()) };
        let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
        match fields.as_deref() {
            None => f.write_str("opaque"),
            Some([]) => write!(f, "{open}{close}"),
            Some(fields) => write!(f, "{open} {} {close}", self.types(fields)),
        }
    }
}

/// ` addrspace(N)`, or nothing for the usual one.
pub(super) fn address_space(number: u32) -> impl Display {
    fmt::from_fn(move |f| match number {
        0 => Ok(()),
        n => write!(f, " addrspace({n})"),
    })
}

/// The identified structures the module uses: first those without a name, each group in the order
/// of first use.
pub(super) fn identified_in_order(module: &Module) -> Vec<TypeId> {
    let mut walk = Walk {
        module,
        types: vec![false; module.types.len()],
        constants: vec![false; module.constants.len()],
        nodes: BTreeSet::new(),
        found: Vec::new(),
    };
    walk.module();
    let (unnamed, named): (Vec<_>, Vec<_>) =
        walk.found.into_iter().partition(|&t| identified(module.ty(t)) == Some(""));
    [unnamed, named].concat()
}

/// By type: the number of an unnamed structure.
pub(super) fn numbers(module: &Module, identified_types: &[TypeId]) -> Vec<Option<u32>> {
    let mut numbers = vec![None; module.types.len()];
    let unnamed = identified_types.iter().filter(|&&t| identified(module.ty(t)) == Some(""));
    unnamed.zip(0..).for_each(|(t, number)| numbers[t.index()] = Some(number));
    numbers
}

struct Walk<'m> {
    module: &'m Module,
    /// Whether a type was met.
    types: Vec<bool>,
    /// Whether a constant was met.
    constants: Vec<bool>,
    /// Metadata nodes that were met.
    nodes: BTreeSet<u32>,
    found: Vec<TypeId>,
}

impl<'m> Walk<'m> {
    fn module(&mut self) {
        for global in &self.module.globals {
            self.ty(global.ty);
            global.init.into_iter().for_each(|init| self.operand(init));
        }
        for alias in &self.module.aliases {
            self.ty(alias.ty);
            self.operand(alias.target);
        }
        for ifunc in &self.module.ifuncs {
            self.ty(ifunc.ty);
        }
        for function in &self.module.functions {
            self.function(function);
        }
        for list in &self.module.metadata.named {
            list.nodes.iter().for_each(|node| self.metadata(node.0));
        }
    }

    fn function(&mut self, function: &'m Function) {
        self.ty(function.ty);
        self.attributes(function.attributes);
        let data = [function.personality, function.prefix, function.prologue];
        data.into_iter().flatten().for_each(|operand| self.operand(operand));
        if let Some(body) = &function.body {
            self.body(body);
        }
    }

    fn body(&mut self, body: &'m Body) {
        for inst in &body.insts {
            self.ty(inst.ty);
            inst.kind.for_each_operand(|operand| self.operand(operand));
            match &inst.kind {
                InstKind::Gep { source, .. } => self.ty(*source),
                InstKind::Alloca { allocated, .. } => self.ty(*allocated),
                InstKind::Call(call)
                | InstKind::Invoke { call, .. }
                | InstKind::CallBr { call, .. } => self.call(call),
                _ => {}
            }
        }
    }

    fn call(&mut self, call: &Call) {
        self.attributes(call.attributes);
    }

    fn attributes(&mut self, list: Option<AttributesId>) {
        let Some(list) = list else { return };
        for (_, attribute) in &self.module.attributes[list.index()].all {
            if let Attribute::Type(_, Some(ty)) = attribute {
                self.ty(*ty);
            }
        }
    }

    fn ty(&mut self, id: TypeId) {
        if std::mem::replace(&mut self.types[id.index()], true) {
            return;
        }
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let ty = self.module.ty(id);
            if identified(ty).is_some() {
                self.found.push(id);
            }
            for part in parts(ty).into_iter().rev() {
                if !std::mem::replace(&mut self.types[part.index()], true) {
                    pending.push(part);
                }
            }
        }
    }

    fn operand(&mut self, operand: Operand) {
        let mut pending = vec![operand];
        while let Some(operand) = pending.pop() {
            match operand {
                Operand::Const(id) => self.constant(id, &mut pending),
                Operand::Metadata(node) => self.metadata(node.0),
                _ => {}
            }
        }
    }

    fn constant(&mut self, id: ConstId, pending: &mut Vec<Operand>) {
        let constant = &self.module.constants[id.index()];
        let asm = matches!(constant.kind, ConstKind::InlineAsm(_));
        if asm || std::mem::replace(&mut self.constants[id.index()], true) {
            return;
        }
        self.ty(constant.ty);
        let first = pending.len();
        constant.kind.for_each_operand(|operand| pending.push(operand));
        pending[first..].reverse();
        if let ConstKind::Expr(expr) = &constant.kind
            && let ConstExpr::Gep { source, .. } = &**expr
        {
            self.ty(*source);
        }
    }

    fn metadata(&mut self, node: u32) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if !self.nodes.insert(node) {
                continue;
            }
            match &self.module.metadata.nodes[node as usize] {
                MetaNode::Value { value, .. } => self.operand(*value),
                MetaNode::Tuple { elements, .. } => {
                    pending.extend(elements.iter().rev().flatten().map(|m| m.0));
                }
                MetaNode::ArgList(values) => pending.extend(values.iter().rev().map(|m| m.0)),
                _ => {}
            }
        }
    }
}

/// The types a type is made of, in LLVM's order.
fn parts(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Pointer { pointee: Some(part), .. }
        | Type::Array { element: part, .. }
        | Type::Vector { element: part, .. } => vec![*part],
        Type::Function { ret, params, .. } => [&[*ret], &params[..]].concat(),
        Type::Struct { fields: Some(fields), .. } => fields.to_vec(),
        Type::TargetExt { types, .. } => types.to_vec(),
        _ => Vec::new(),
    }
}
