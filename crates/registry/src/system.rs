//! System calls of x86-64 Linux. The kernel of `env` executes them.

mod absent;
mod table;

pub use table::SystemCall;

use crate::Type;

impl SystemCall {
    /// The system call of this number, if it is modelled.
    pub fn find(number: u64) -> Option<SystemCall> {
        let all = SystemCall::ALL;
        all.binary_search_by_key(&number, |call| call.number()).ok().map(|index| all[index])
    }

    /// The name of the system call of this number, modelled or not.
    pub fn name_of(number: u64) -> Option<&'static str> {
        let absent = || {
            let row = absent::ABSENT.binary_search_by_key(&number, |row| u64::from(row.0));
            row.ok().map(|row| absent::ABSENT[row].1)
        };
        SystemCall::find(number).map(SystemCall::name).or_else(absent)
    }

    /// Its number.
    pub const fn number(self) -> u64 {
        self as u64
    }

    /// Whether an argument is a pointer, which the kernel may access memory through.
    pub fn takes_pointer(self, argument: usize) -> bool {
        self.params().get(argument) == Some(&Type::Pointer)
    }

    /// Whether it ends the process.
    pub const fn is_exit(self) -> bool {
        matches!(self, SystemCall::Exit | SystemCall::ExitGroup)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::PointerEffect;

    #[test]
    fn numbers_are_sorted_and_names_are_unique() {
        assert!(SystemCall::ALL.is_sorted_by(|a, b| a.number() < b.number()));
        assert!(absent::ABSENT.is_sorted_by(|a, b| a.0 < b.0));
        let modelled = SystemCall::ALL.iter().map(|call| (call.number(), call.name()));
        let absent = absent::ABSENT.iter().map(|(number, name)| (u64::from(*number), *name));
        let all: Vec<(u64, &str)> = modelled.chain(absent).collect();
        let numbers: BTreeSet<u64> = all.iter().map(|row| row.0).collect();
        let names: BTreeSet<&str> = all.iter().map(|row| row.1).collect();
        assert_eq!((numbers.len(), names.len()), (all.len(), all.len()));
    }

    #[test]
    fn known_numbers() {
        let known = [(0, "read"), (9, "mmap"), (15, "rt_sigreturn"), (60, "exit"), (332, "statx")];
        for (number, expected) in known {
            assert_eq!(SystemCall::name_of(number), Some(expected));
        }
        assert_eq!(SystemCall::find(9), Some(SystemCall::Mmap));
        assert_eq!(SystemCall::find(15), None);
        assert_eq!(SystemCall::name_of(400), None);
        assert_eq!(SystemCall::name_of(u64::MAX), None);
    }

    /// The arguments that effects speak of are pointers, and there are never more than six.
    #[test]
    fn effects_fit_parameters() {
        for call in SystemCall::ALL {
            assert!(call.params().len() <= 6, "{call:?}");
            for effect in call.effects() {
                let fits = match *effect {
                    PointerEffect::Maps(n)
                    | PointerEffect::Keeps(n)
                    | PointerEffect::KeepsContents(n)
                    | PointerEffect::GivesBack(n) => call.takes_pointer(n),
                    _ => false,
                };
                assert!(fits, "{call:?}: {effect:?}");
            }
        }
    }
}
