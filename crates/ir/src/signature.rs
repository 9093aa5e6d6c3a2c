//! How values travel between the program and native code.
//!
//! Lowered code knows values only as lists of scalars. What a calling convention does with a value depends on
//! a little more: whether several of them are one vector, and how narrow integers are extended. It is
//! kept for calls whose callee may be native, and found for functions that native code may call.

use bitcode::{AttributeSite, Attributes, Module, Type, TypeId};

use crate::flat::{DEEPEST, Scalar, scalar_type};
use crate::program::Source;
use crate::{FunctionId, Program};

/// Values of more pieces than this do not travel in registers.
const MOST: usize = 1 << 10;

/// One value that travels by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What it is, or what its lanes are.
    pub scalar: Scalar,
    /// How many lanes of a vector it has; 1 for a plain scalar.
    pub lanes: u32,
    /// How it is extended to a register.
    pub extension: Extension,
}

/// How a narrow integer is extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// With zeros.
    Zero,
    /// With its sign.
    Sign,
}

/// What a call passes and takes back, or a function takes and returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Arguments; their lanes together are the flattened ones.
    pub params: Vec<Piece>,
    /// How many of them are fixed, if others may follow.
    pub fixed: Option<usize>,
    /// The parts of the result.
    pub results: Vec<Piece>,
}

impl Piece {
    /// A value that is extended with zeros, if at all.
    pub(crate) fn plain(scalar: Scalar) -> Piece {
        Piece { scalar, lanes: 1, extension: Extension::Zero }
    }
}

/// The pieces of a value; `None` if it does not travel in registers.
pub(crate) fn pieces(module: &Module, ty: TypeId) -> Option<Vec<Piece>> {
    let mut out = Vec::new();
    if !matches!(module.ty(ty), Type::Void) {
        add(module, ty, 0, &mut out)?;
    }
    Some(out)
}

fn add(module: &Module, ty: TypeId, depth: u32, out: &mut Vec<Piece>) -> Option<()> {
    if depth > DEEPEST || out.len() > MOST {
        return None;
    }
    match module.ty(ty) {
        Type::Struct { fields: Some(fields), .. } => {
            fields.iter().try_for_each(|field| add(module, *field, depth + 1, out))
        }
        Type::Array { element, len } if *len <= MOST as u64 => {
            (0..*len).try_for_each(|_| add(module, *element, depth + 1, out))
        }
        Type::Vector { element, len, .. } => {
            let scalar = scalar_type(module.ty(*element)).ok()?;
            out.push(Piece { lanes: *len, ..Piece::plain(scalar) });
            Some(())
        }
        scalar => {
            out.push(Piece::plain(scalar_type(scalar).ok()?));
            Some(())
        }
    }
}

/// How the attributes of a call or function say that an argument is extended.
pub(crate) fn extension(attributes: Option<&Attributes>, param: u32) -> Extension {
    match attributes.is_some_and(|a| a.has(AttributeSite::Param(param), "signext")) {
        true => Extension::Sign,
        false => Extension::Zero,
    }
}

impl Program {
    /// The signature of a defined function; `None` if it takes or gives what does not travel in registers, or
    /// variable arguments.
    pub fn signature(&self, function: FunctionId) -> Option<Signature> {
        let Some(&Source::Function { unit, function }) = self.sources.get(function.0 as usize)
        else {
            return None;
        };
        let module = &self.units[unit].module;
        let function = &module.functions[function.index()];
        let Type::Function { ret, params, vararg: false } = module.ty(function.ty) else {
            return None;
        };
        let attributes = function.attributes.map(|a| &module.attributes[a.index()]);
        let copied =
            |n: usize| attributes.is_some_and(|a| a.has(AttributeSite::Param(n as u32), "byval"));
        if (0..params.len()).any(copied) {
            return None;
        }
        let params: Option<Vec<Vec<Piece>>> = params.iter().map(|ty| pieces(module, *ty)).collect();
        Some(Signature { params: params?.concat(), fixed: None, results: pieces(module, *ret)? })
    }
}
