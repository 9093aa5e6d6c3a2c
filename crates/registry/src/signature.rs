//! What a call takes and returns.

/// The type of an argument or result, as C on x86-64 has it. Signedness does not matter here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `_Bool`.
    Bool,
    /// One byte.
    Char,
    /// Two bytes.
    Short,
    /// Four bytes.
    Int,
    /// Eight bytes.
    Long,
    /// Sixteen bytes.
    Int128,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A pointer.
    Pointer,
}

impl Type {
    /// The size in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Type::Bool | Type::Char => 1,
            Type::Short => 2,
            Type::Int | Type::Float => 4,
            Type::Long | Type::Double | Type::Pointer => 8,
            Type::Int128 => 16,
        }
    }
}

/// What a call takes and returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The parameters that every call passes.
    pub params: &'static [Type],
    /// Those that may be missing: other forms of the function do without them.
    pub optional: &'static [Type],
    /// The result, if there is one.
    pub result: Option<Type>,
}
