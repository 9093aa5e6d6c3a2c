//! The checks that a compiler puts into a program (`-fsanitize=undefined` and similar options).

/// What a check of the compiler found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    /// A result that its type cannot hold.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A shift by the width or more, or by less than zero.
    Overshift,
    /// An index that its array does not have.
    OutOfBounds,
    /// A use of a null pointer.
    Null,
    /// A pointer that is not aligned, or was moved outside its object.
    BadPointer,
    /// Code that was declared unreachable.
    Unreachable,
    /// A function that ended without its value.
    MissingReturn,
    /// A value that its type does not have.
    InvalidValue,
    /// A builtin function called with an argument for which it has no result.
    InvalidBuiltin,
    /// A conversion that lost bits.
    Truncation,
    /// A conversion that changed the sign.
    SignChange,
    /// A null pointer where an attribute forbids it.
    NonNull,
    /// A call of a function of another type.
    FunctionType,
    /// An array of a size that is not positive.
    ArraySize,
    /// Something else.
    Other,
}

impl Check {
    /// The meaning of the argument of `llvm.ubsantrap`: clang numbers its handlers in the order of their names,
    /// except for a few that were added later.
    pub(crate) fn of_trap(code: u8) -> Option<Check> {
        Some(match code {
            0 | 5 | 12 | 13 | 21 => Check::Overflow,
            1 => Check::Unreachable,
            3 => Check::DivisionByZero,
            6 => Check::FunctionType,
            7 => Check::Truncation,
            8 => Check::InvalidBuiltin,
            10 => Check::InvalidValue,
            11 => Check::MissingReturn,
            14..=17 => Check::NonNull,
            18 => Check::OutOfBounds,
            19 | 22 | 23 => Check::BadPointer,
            20 => Check::Overshift,
            24 => Check::ArraySize,
            2 | 4 | 9 => Check::Other,
            _ => return None,
        })
    }

    /// A description, where nothing more is known.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Check::Overflow => "integer overflow",
            Check::DivisionByZero => "division by zero or overflow in a division",
            Check::Overshift => "shift out of bounds",
            Check::OutOfBounds => "index out of bounds",
            Check::Null => "use of a null pointer",
            Check::BadPointer => "use of a null, misaligned or overflowed pointer",
            Check::Unreachable => "execution reached an unreachable program point",
            Check::MissingReturn => {
                "execution reached the end of a value-returning function without returning a value"
            }
            Check::InvalidValue => "load of a value that its type does not have",
            Check::InvalidBuiltin => "invalid argument of a builtin function",
            Check::Truncation | Check::SignChange => "implicit conversion changed the value",
            Check::NonNull => "null pointer where it is declared to be none",
            Check::FunctionType => "call of a function through a pointer to another type",
            Check::ArraySize => "variable length array of a size that is not positive",
            Check::Other => "undefined behaviour",
        }
    }
}
