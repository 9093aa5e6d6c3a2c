//! The type table, and types found in it by their structure.

use crate::bitstream::{Entry, Record};
use crate::error::{ReadError, Result};
use crate::{Type, TypeId};

use super::fields::{Fields, text};
use super::inst::codes::Domain;
use super::module::ModuleReader;

mod code {
    pub const NUMENTRY: u32 = 1;
    pub const VOID: u32 = 2;
    pub const FLOAT: u32 = 3;
    pub const DOUBLE: u32 = 4;
    pub const LABEL: u32 = 5;
    pub const OPAQUE: u32 = 6;
    pub const INTEGER: u32 = 7;
    pub const POINTER: u32 = 8;
    pub const FUNCTION_OLD: u32 = 9;
    pub const HALF: u32 = 10;
    pub const ARRAY: u32 = 11;
    pub const VECTOR: u32 = 12;
    pub const X86_FP80: u32 = 13;
    pub const FP128: u32 = 14;
    pub const PPC_FP128: u32 = 15;
    pub const METADATA: u32 = 16;
    pub const X86_MMX: u32 = 17;
    pub const STRUCT_ANON: u32 = 18;
    pub const STRUCT_NAME: u32 = 19;
    pub const STRUCT_NAMED: u32 = 20;
    pub const FUNCTION: u32 = 21;
    pub const TOKEN: u32 = 22;
    pub const BFLOAT: u32 = 23;
    pub const X86_AMX: u32 = 24;
    pub const OPAQUE_POINTER: u32 = 25;
    pub const TARGET_TYPE: u32 = 26;
}

/// The widest integer LLVM has.
const MAX_INT_BITS: u64 = 1 << 23;

impl<'a> ModuleReader<'a> {
    pub(super) fn read_types(&mut self) -> Result<()> {
        let mut record = Record::default();
        let mut name: Option<String> = None;
        loop {
            match self.stream.next(&mut record)? {
                Entry::Record => {
                    let fields = Fields::new(&record);
                    match record.code {
                        // Only a hint of how many there will be.
                        code::NUMENTRY => {}
                        code::STRUCT_NAME => name = Some(text(&record.ops)),
                        other => {
                            let ty = decode(other, fields, &mut name)?;
                            self.module.types.push(ty);
                        }
                    }
                }
                Entry::Block(head) => self.stream.skip(head),
                Entry::End => break,
            }
        }
        crate::check::types::check(&self.module.types, self.stream.position())?;
        self.index_types();
        Ok(())
    }

    fn index_types(&mut self) {
        for (at, ty) in self.module.types.iter().enumerate() {
            // An identified type is equal only to itself.
            if !matches!(ty, Type::Struct { name: Some(_), .. }) {
                self.type_index.entry(ty.clone()).or_insert(TypeId::from(at));
            }
        }
    }

    /// The id of a type of this structure, which is added if the module does not have it.
    pub(super) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.type_index.get(&ty) {
            return id;
        }
        let id = TypeId::from(self.module.types.len());
        self.module.types.push(ty.clone());
        self.type_index.insert(ty, id);
        id
    }

    /// The type of a pointer into `addr_space` to something of type `pointee`: opaque where the
    /// module has opaque pointers.
    pub(super) fn pointer_to(&mut self, pointee: TypeId, addr_space: u32) -> TypeId {
        let opaque = Type::Pointer { addr_space, pointee: None };
        if let Some(&id) = self.type_index.get(&opaque) {
            return id;
        }
        let typed = Type::Pointer { addr_space, pointee: Some(pointee) };
        if self.typed_pointers() { self.intern(typed) } else { self.intern(opaque) }
    }

    /// Whether the module was written with types of pointees.
    fn typed_pointers(&mut self) -> bool {
        *self.typed_pointers.get_or_insert_with(|| {
            self.module.types.iter().any(|t| matches!(t, Type::Pointer { pointee: Some(_), .. }))
        })
    }

    /// A type by the number in a record.
    #[inline]
    pub(super) fn type_id(&self, fields: &Fields<'_>, number: u64) -> Result<TypeId> {
        if number < self.module.types.len() as u64 {
            Ok(TypeId(number as u32))
        } else {
            Err(fields.error("the number of a type", number))
        }
    }

    #[inline]
    pub(super) fn next_type(&self, fields: &mut Fields<'_>) -> Result<TypeId> {
        let number = fields.next("the number of a type")?;
        self.type_id(fields, number)
    }

    /// The element of a vector, or the type itself.
    pub(super) fn scalar(&self, ty: TypeId) -> TypeId {
        match self.module.ty(ty) {
            Type::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// Whether arithmetic on this type is that of floats.
    pub(super) fn domain(&self, ty: TypeId) -> Domain {
        match self.module.ty(self.scalar(ty)) {
            Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X86Fp80
            | Type::Fp128
            | Type::PpcFp128 => Domain::Floats,
            _ => Domain::Ints,
        }
    }

    /// `element`, or a vector of it as long as `shape` if that is one.
    pub(super) fn in_shape_of(&mut self, shape: TypeId, element: TypeId) -> TypeId {
        match *self.module.ty(shape) {
            Type::Vector { len, scalable, .. } => {
                self.intern(Type::Vector { element, len, scalable })
            }
            _ => element,
        }
    }

    /// The pointee of a typed pointer.
    pub(super) fn pointee(&self, fields: &Fields<'_>, ty: TypeId) -> Result<TypeId> {
        match self.module.ty(self.scalar(ty)) {
            Type::Pointer { pointee: Some(pointee), .. } => Ok(*pointee),
            _ => Err(fields.error("a typed pointer, or an explicit type", u64::from(ty.0))),
        }
    }
}

fn decode(code: u32, mut fields: Fields<'_>, name: &mut Option<String>) -> Result<Type> {
    let f = &mut fields;
    Ok(match code {
        code::VOID => Type::Void,
        code::HALF => Type::Half,
        code::BFLOAT => Type::BFloat,
        code::FLOAT => Type::Float,
        code::DOUBLE => Type::Double,
        code::X86_FP80 => Type::X86Fp80,
        code::FP128 => Type::Fp128,
        code::PPC_FP128 => Type::PpcFp128,
        code::LABEL => Type::Label,
        code::METADATA => Type::Metadata,
        code::X86_MMX => Type::X86Mmx,
        code::X86_AMX => Type::X86Amx,
        code::TOKEN => Type::Token,
        code::INTEGER => integer(f)?,
        code::POINTER => {
            let pointee = Some(TypeId(f.next_u32("a pointee")?));
            Type::Pointer { addr_space: addr_space(f)?, pointee }
        }
        code::OPAQUE_POINTER => Type::Pointer { addr_space: addr_space(f)?, pointee: None },
        code::FUNCTION_OLD | code::FUNCTION => {
            let vararg = f.next("whether a function type has more arguments")? != 0;
            if code == code::FUNCTION_OLD {
                f.next("attributes of a function type")?;
            }
            let ret = TypeId(f.next_u32("the type of a result")?);
            Type::Function { ret, params: type_list(f, f.left())?, vararg }
        }
        code::OPAQUE => {
            let name = Some(name.take().unwrap_or_default());
            Type::Struct { name, fields: None, packed: false }
        }
        code::STRUCT_ANON | code::STRUCT_NAMED => {
            let packed = f.next("whether a structure is packed")? != 0;
            let fields = Some(type_list(f, f.left())?);
            let name = if code == code::STRUCT_NAMED {
                Some(name.take().unwrap_or_default())
            } else {
                None
            };
            Type::Struct { name, fields, packed }
        }
        code::ARRAY => {
            let len = f.next("the length of an array")?;
            Type::Array { element: TypeId(f.next_u32("an element type")?), len }
        }
        code::VECTOR => {
            let len = f.next_u32("the length of a vector")?;
            let element = TypeId(f.next_u32("an element type")?);
            Type::Vector { element, len, scalable: f.or_zero() != 0 }
        }
        code::TARGET_TYPE => {
            let count = f.next("the number of type parameters")?;
            if count > f.left() as u64 {
                return Err(f.error("the number of type parameters", count));
            }
            let types = type_list(f, count as usize)?;
            let mut ints = Vec::with_capacity(f.left());
            while f.left() > 0 {
                ints.push(f.next_u32("an integer parameter")?);
            }
            Type::TargetExt { name: name.take().unwrap_or_default(), types, ints: ints.into() }
        }
        _ => return Err(ReadError::found(f.bit, "the code of a type", u64::from(code))),
    })
}

fn integer(f: &mut Fields<'_>) -> Result<Type> {
    let width = f.next("the width of an integer")?;
    if (1..=MAX_INT_BITS).contains(&width) {
        Ok(Type::Int(width as u32))
    } else {
        Err(f.error("an integer of 1 to 2^23 bits", width))
    }
}

fn addr_space(f: &mut Fields<'_>) -> Result<u32> {
    match f.optional() {
        None => Ok(0),
        Some(space) if space < 1 << 24 => Ok(space as u32),
        Some(space) => Err(f.error("an address space below 2^24", space)),
    }
}

fn type_list(f: &mut Fields<'_>, count: usize) -> Result<Box<[TypeId]>> {
    (0..count).map(|_| f.next_u32("the number of a type").map(TypeId)).collect()
}
