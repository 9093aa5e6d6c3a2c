//! First-class values as lists of scalars.
//!
//! Structures, arrays and vectors exist only in bitcode. In lowered code a value is the list of its
//! scalar leaves, in order, and memory holds them in *chunks*: one scalar at an offset, or the
//! lanes of a vector whose elements are not whole bytes, packed into one integer.

use bitcode::{Type, TypeId};
use numeric::{Bits, FloatKind};

use crate::layout::Layouts;

/// Values of more leaves than this are not modelled: LLVM itself expands them leaf by leaf and no
/// compiler makes them.
const MOST_LEAVES: usize = 1 << 16;
/// Types nested deeper than this are not walked.
pub const DEEPEST: u32 = 200;

/// Something that is not modelled: its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmodelled(pub String);

impl Unmodelled {
    /// For instance `Unmodelled::new("landing pad")`.
    pub fn new(text: impl Into<String>) -> Unmodelled {
        Unmodelled(text.into())
    }
}

/// The type of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of this many bits.
    Int(u32),
    /// A pointer.
    Pointer,
    /// A float.
    Float(FloatKind),
}

impl Scalar {
    /// Its width.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Pointer => 64,
            Scalar::Float(kind) => kind.width().0,
        }
    }
}

/// A piece of a value in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Where, from the start of the value, in bytes.
    pub offset: u64,
    /// How many lanes are packed into it; 1 for a plain scalar.
    pub lanes: u32,
}

/// A flattened type.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Flat {
    /// Its leaves.
    pub scalars: Vec<Scalar>,
    /// Where they lie; the lanes of all chunks together are the leaves.
    pub chunks: Vec<Chunk>,
}

impl Flat {
    /// Flattens a type.
    pub fn new(types: &[Type], layouts: &Layouts, ty: TypeId) -> Result<Flat, Unmodelled> {
        let mut flat = Flat::default();
        if !matches!(types[ty.index()], Type::Void | Type::Label | Type::Metadata) {
            flat.add(types, layouts, ty, 0)?;
        }
        Ok(flat)
    }

    fn add(
        &mut self,
        types: &[Type],
        layouts: &Layouts,
        ty: TypeId,
        at: u64,
    ) -> Result<(), Unmodelled> {
        let Some(layout) = layouts.get(ty) else {
            return Err(Unmodelled::new(format!("value of type {}", describe(&types[ty.index()]))));
        };
        if layout.depth > DEEPEST {
            return Err(Unmodelled::new("value of a deeply nested type"));
        }
        match &types[ty.index()] {
            Type::Struct { fields: Some(fields), .. } => {
                for (field, offset) in fields.iter().zip(&layout.fields) {
                    self.add(types, layouts, *field, at + offset)?;
                }
                Ok(())
            }
            Type::Array { element, len } => {
                let stride = layouts.get(*element).map_or(0, |e| e.size);
                self.room_for(*len)?;
                (0..*len).try_for_each(|i| self.add(types, layouts, *element, at + i * stride))
            }
            Type::Vector { element, len, .. } => self.add_vector(&types[element.index()], *len, at),
            scalar => {
                self.room_for(1)?;
                self.scalars.push(scalar_type(scalar)?);
                self.chunks.push(Chunk { offset: at, lanes: 1 });
                Ok(())
            }
        }
    }

    fn add_vector(&mut self, element: &Type, len: u32, at: u64) -> Result<(), Unmodelled> {
        let scalar = scalar_type(element)?;
        self.room_for(len.into())?;
        self.scalars.extend(std::iter::repeat_n(scalar, len as usize));
        if scalar.bits().is_multiple_of(8) {
            let stride = u64::from(scalar.bits() / 8);
            let lanes = (0..u64::from(len)).map(|i| Chunk { offset: at + i * stride, lanes: 1 });
            self.chunks.extend(lanes);
        } else if len > 0 {
            self.chunks.push(Chunk { offset: at, lanes: len });
        }
        Ok(())
    }

    fn room_for(&self, more: u64) -> Result<(), Unmodelled> {
        if more > (MOST_LEAVES - self.scalars.len().min(MOST_LEAVES)) as u64 {
            return Err(Unmodelled::new("value of a type with very many elements"));
        }
        Ok(())
    }
}

/// The scalar a type is.
pub fn scalar_type(ty: &Type) -> Result<Scalar, Unmodelled> {
    Ok(match ty {
        Type::Half => Scalar::Float(FloatKind::Half),
        Type::BFloat => Scalar::Float(FloatKind::BFloat),
        Type::Float => Scalar::Float(FloatKind::Single),
        Type::Double => Scalar::Float(FloatKind::Double),
        Type::X86Fp80 => Scalar::Float(FloatKind::X87),
        Type::Fp128 => Scalar::Float(FloatKind::Quad),
        Type::Int(bits) if Bits(*bits).is_integer_width() => Scalar::Int(*bits),
        Type::X86Mmx | Type::Token => Scalar::Int(64),
        Type::Pointer { .. } => Scalar::Pointer,
        other => return Err(Unmodelled::new(format!("value of type {}", describe(other)))),
    })
}

/// What a type is called in a message.
fn describe(ty: &Type) -> String {
    match ty {
        Type::Void => "void".into(),
        Type::PpcFp128 => "ppc_fp128".into(),
        Type::X86Amx => "x86_amx".into(),
        Type::Int(bits) => format!("i{bits}"),
        Type::Function { .. } => "function".into(),
        Type::Struct { name: Some(name), .. } => format!("%{name} without a known size"),
        Type::Vector { scalable: true, .. } => "scalable vector".into(),
        Type::TargetExt { name, .. } => format!("target(\"{name}\")"),
        _ => "without a known size".into(),
    }
}
