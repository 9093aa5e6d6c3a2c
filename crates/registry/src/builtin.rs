//! The functions that Strata provides, by name. A program's own definition of such a name wins.

pub(crate) mod nondet;
pub(crate) mod sanitizer;
mod table;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::{Executor, PointerEffect, Signature};

pub use table::Builtin;

/// A row of the table of builtins.
#[derive(PartialEq, Eq, Debug)]
struct Row {
    signature: Signature,
    effects: &'static [PointerEffect],
    executor: Executor,
}

impl Builtin {
    /// The builtin of this name.
    pub fn find(name: &str) -> Option<Builtin> {
        static BY_NAME: LazyLock<BTreeMap<&str, Builtin>> = LazyLock::new(|| names().collect());
        let handler = || sanitizer::find(name).map(Builtin::Sanitizer);
        BY_NAME.get(name).copied().or_else(handler)
    }

    /// The builtin that does at once what the runtime's function of this name does.
    pub fn find_shortcut(name: &str) -> Option<Builtin> {
        Builtin::find(name).filter(|builtin| builtin.executor() == Executor::Shortcut)
    }

    /// What it takes and returns.
    pub fn signature(self) -> Signature {
        self.row().signature
    }

    /// What it does to pointers.
    pub fn effects(self) -> &'static [PointerEffect] {
        self.row().effects
    }

    /// Which part of Strata executes it.
    pub fn executor(self) -> Executor {
        self.row().executor
    }

    /// Whether it makes something symbolic.
    pub fn makes_input(self) -> bool {
        matches!(
            self,
            Builtin::MakeSymbolic
                | Builtin::NondetMemory
                | Builtin::Int
                | Builtin::Range
                | Builtin::Choose
                | Builtin::SymbolicPointer
                | Builtin::Nondet(_)
        )
    }
}

/// Every name with its builtin, but for the handlers of sanitizers, whose names have many forms.
fn names() -> impl Iterator<Item = (&'static str, Builtin)> {
    let named = table::NAMES.iter();
    let named = named.flat_map(|(names, builtin)| names.iter().map(|name| (*name, *builtin)));
    named.chain(nondet::TABLE.iter().map(|row| (row.name, Builtin::Nondet(row))))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Type;

    #[test]
    fn no_name_is_given_twice() {
        let all: Vec<&str> = names().map(|(name, _)| name).collect();
        let different: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), different.len());
        for (name, builtin) in names() {
            assert_eq!(Builtin::find(name), Some(builtin));
            assert_eq!(sanitizer::find(name), None, "{name}");
        }
    }

    #[test]
    fn a_name_that_only_looks_like_one_of_ours_is_unknown() {
        for name in ["klee_new_thing", "__VERIFIER_x", "__strata_x", "__assert_x", "getpwnam", ""] {
            assert_eq!(Builtin::find(name), None, "{name}");
        }
    }

    /// The arguments that effects speak of are there, and a pointer is returned only by what returns one.
    #[test]
    fn effects_fit_signatures() {
        for (name, builtin) in names() {
            let Signature { params, optional, result } = builtin.signature();
            let pointer = |n: usize| [params, optional].concat()[n] == Type::Pointer;
            for effect in builtin.effects() {
                let fits = match *effect {
                    PointerEffect::Accesses(n) | PointerEffect::ReturnsWithin(n) => pointer(n),
                    PointerEffect::Copies { to, from, len } => {
                        let long = len.is_none_or(|len| params[len] == Type::Long);
                        pointer(to) && pointer(from) && long
                    }
                    PointerEffect::Allocates(sizes) => {
                        sizes.iter().all(|n| params[*n] == Type::Long)
                    }
                    PointerEffect::Reallocates { old, size } => {
                        pointer(old) && params[size] == Type::Long
                    }
                    PointerEffect::Aliases { from, to } => pointer(from) && pointer(to),
                    PointerEffect::Returns(n) => result == Some(params[n]),
                    PointerEffect::AllocatesTable
                    | PointerEffect::MakesFixed
                    | PointerEffect::SystemCall => true,
                    PointerEffect::Maps(_)
                    | PointerEffect::Keeps(_)
                    | PointerEffect::KeepsContents(_)
                    | PointerEffect::GivesBack(_) => false,
                };
                assert!(fits, "{name}: {effect:?}");
            }
            let returns = builtin.effects().iter().any(|effect| effect.returns_pointer());
            assert!(!returns || result.is_some(), "{name}");
        }
    }
}
