//! The handlers of UBSan: `__ubsan_handle_*`, their `_abort` and `_preserve` forms, and those of the minimal
//! runtime. Each ends the path.

use super::Row;
use crate::{Executor, Signature};

macro_rules! handlers {
    ($($(#[$doc:meta])* $variant:ident: $($name:literal)+;)*) => {
        /// What a handler reports.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Handler {
            $($(#[$doc])* $variant,)*
        }

        /// The handlers by name, without prefix and suffixes.
        const NAMES: &[(&str, Handler)] = &[$($(($name, Handler::$variant),)+)*];
    };
}

handlers! {
    /// An addition overflows.
    AddOverflow: "add_overflow";
    /// A subtraction overflows.
    SubOverflow: "sub_overflow";
    /// A multiplication overflows.
    MulOverflow: "mul_overflow";
    /// A negation overflows.
    NegateOverflow: "negate_overflow";
    /// A division by zero, or one that overflows.
    DivisionOverflow: "divrem_overflow";
    /// A shift by too much, or of a value that is too large.
    Shift: "shift_out_of_bounds";
    /// A number that the integer type it is converted to cannot hold.
    Conversion: "implicit_conversion";
    /// A float that the integer type it is converted to cannot hold.
    FloatCast: "float_cast_overflow";
    /// An index outside of its array.
    OutOfBounds: "out_of_bounds";
    /// An access to a local outside of its bounds.
    LocalOutOfBounds: "local_out_of_bounds";
    /// The length of a variable-length array is not positive.
    ArrayLength: "vla_bound_not_positive";
    /// A null, misaligned or too small object is used.
    TypeMismatch: "type_mismatch" "type_mismatch_v1";
    /// A pointer does not have the alignment that the program assumes.
    AlignmentAssumption: "alignment_assumption";
    /// Pointer arithmetic overflows.
    PointerOverflow: "pointer_overflow";
    /// A value that its type does not have.
    InvalidValue: "load_invalid_value";
    /// A compiler builtin is passed what it does not take.
    InvalidBuiltin: "invalid_builtin";
    /// Null for an argument that must not be null.
    NullArgument: "nonnull_arg" "nullability_arg";
    /// Null from a function that must not return it.
    NullReturn: "nonnull_return" "nonnull_return_v1" "nullability_return" "nullability_return_v1";
    /// A function is called through a pointer of another type.
    FunctionType: "function_type_mismatch" "function_type_mismatch_v1";
    /// An object of another dynamic type.
    DynamicType: "dynamic_type_cache_miss";
    /// Control-flow integrity is violated.
    ControlFlow: "cfi_check_fail";
    /// The end of a function that returns a value.
    MissingReturn: "missing_return";
    /// `__builtin_unreachable`.
    Unreachable: "builtin_unreachable";
}

/// All handlers are alike: what they take depends on the form, and nothing follows them.
pub(super) static ROW: Row = Row {
    signature: Signature { params: &[], optional: &[], result: None },
    effects: &[],
    executor: Executor::Exec,
};

/// The handler of this name.
pub(super) fn find(name: &str) -> Option<Handler> {
    let mut name = name.strip_prefix("__ubsan_handle_")?;
    for suffix in ["_preserve", "_abort", "_minimal"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    NAMES.iter().find(|row| row.0 == name).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_found_in_all_their_forms() {
        let different: BTreeSet<&str> = NAMES.iter().map(|row| row.0).collect();
        assert_eq!(different.len(), NAMES.len());
        for (name, handler) in NAMES {
            for suffix in ["", "_abort", "_minimal", "_minimal_abort", "_minimal_preserve"] {
                assert_eq!(find(&format!("__ubsan_handle_{name}{suffix}")), Some(*handler));
            }
        }
        assert_eq!(find("__ubsan_handle_new_check"), None);
        assert_eq!(find("add_overflow"), None);
    }
}
