//! Types, with the pointee of typed pointers (LLVM up to 14) kept where it is written.

use crate::TypeId;

/// A type of the module's type table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// IEEE binary16.
    Half,
    /// The upper half of a binary32.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// The 80-bit extended format of the x87.
    X86Fp80,
    /// IEEE binary128.
    Fp128,
    /// A pair of doubles.
    PpcFp128,
    /// A basic block as an operand.
    Label,
    /// Metadata as an operand.
    Metadata,
    /// The 64-bit MMX register.
    X86Mmx,
    /// An AMX tile.
    X86Amx,
    /// A token.
    Token,
    /// An integer of this many bits.
    Int(u32),
    /// A pointer; `pointee` only where the module was written with typed pointers.
    Pointer {
        /// Its address space.
        addr_space: u32,
        /// What it points to, if the type says so.
        pointee: Option<TypeId>,
    },
    /// A function type.
    Function {
        /// The result.
        ret: TypeId,
        /// The fixed parameters.
        params: Box<[TypeId]>,
        /// Whether more arguments may follow.
        vararg: bool,
    },
    /// A structure; `fields` is `None` for an opaque one.
    Struct {
        /// Its name, if it is an identified type.
        name: Option<String>,
        /// Its fields in order.
        fields: Option<Box<[TypeId]>>,
        /// Whether there is no padding.
        packed: bool,
    },
    /// An array.
    Array {
        /// The element.
        element: TypeId,
        /// How many.
        len: u64,
    },
    /// A vector.
    Vector {
        /// The element.
        element: TypeId,
        /// How many, or the least number for a scalable one.
        len: u32,
        /// Whether the length is a multiple only known at run time.
        scalable: bool,
    },
    /// A type only a target knows.
    TargetExt {
        /// Its name.
        name: String,
        /// Type parameters.
        types: Box<[TypeId]>,
        /// Integer parameters.
        ints: Box<[u32]>,
    },
}
