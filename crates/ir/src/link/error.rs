//! Why modules do not link.

use std::fmt;

use crate::flat::Unmodelled;
use crate::layout::TargetError;

/// Why modules do not link.
#[derive(Debug)]
pub enum LinkError {
    /// A module was compiled for another machine.
    Target {
        /// The module.
        module: String,
        /// What is wrong with it.
        error: TargetError,
    },
    /// A member of an archive, or the archive itself, could not be read.
    Read {
        /// The archive, with the member in parentheses.
        module: String,
        /// Where and why.
        error: bitcode::ReadError,
    },
    /// A member of an archive is not bitcode.
    MachineCode {
        /// The archive, with the member in parentheses.
        module: String,
    },
    /// Two modules define the same name.
    Duplicate {
        /// The name.
        name: String,
        /// The module that came first.
        first: String,
        /// The other.
        second: String,
    },
    /// A name that must be there is not.
    Undefined {
        /// The name.
        name: String,
    },
    /// No function that another could stand for has this name, or matches this pattern.
    Unmatched {
        /// The name or pattern.
        pattern: String,
        /// How many match, but are of another type.
        other_type: usize,
    },
    /// A function cannot stand for `main`.
    EntryPoint {
        /// Its name.
        name: String,
    },
    /// An initialiser, alias or constructor uses something that is not modelled.
    Constant {
        /// The module.
        module: String,
        /// The symbol.
        name: String,
        /// What it uses.
        reason: String,
    },
}

impl LinkError {
    pub(super) fn constant(module: &str, name: &str, reason: Unmodelled) -> LinkError {
        LinkError::Constant { module: module.to_owned(), name: name.to_owned(), reason: reason.0 }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Target { module, error } => write!(f, "{module}: {error}"),
            LinkError::Read { module, error } => write!(f, "{module}: {error}"),
            LinkError::MachineCode { module } => write!(
                f,
                "{module} is machine code; make the archive of LLVM bitcode (clang -emit-llvm -c), or with strata cc"
            ),
            LinkError::Duplicate { name, first, second } => {
                write!(f, "`{name}` is defined in both {first} and {second}")
            }
            LinkError::Undefined { name } => write!(f, "`{name}` is not defined"),
            LinkError::Unmatched { pattern, other_type: 0 } => {
                write!(f, "`{pattern}` is not defined, and no function matches it")
            }
            LinkError::Unmatched { pattern, other_type } => write!(
                f,
                "`{pattern}` is not defined, and all functions that match it ({other_type}) are of another type \
                 than the one to stand for them"
            ),
            LinkError::EntryPoint { name } => write!(
                f,
                "`{name}` cannot stand for main: it takes other arguments than (int, char **, char **) or the \
                 first of them"
            ),
            LinkError::Constant { module, name, reason } => {
                write!(f, "{module}: `{name}` is not supported: {reason}")
            }
        }
    }
}

impl std::error::Error for LinkError {}
