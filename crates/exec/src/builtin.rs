//! Functions the engine provides itself, by name.
//!
//! A program's own definition of such a name wins; these stand in where no module has one.

mod heap;
mod jump;
mod process;
mod string;

use ir::Reg;
use memory::Value;

use crate::halt::Outcome;
use crate::machine::Machine;
use crate::state::State;

/// What a builtin did.
pub(crate) enum Effect {
    /// Computed a result.
    Return(Value),
    /// Everything there is to do, the registers included.
    Done,
    /// Asks the environment.
    System { number: u64, args: Box<[Value; 6]> },
}

/// A builtin gets its arguments and the register its result goes to.
pub(crate) type Builtin = fn(&Machine, &mut State, &[Value], Reg) -> Outcome<Effect>;

/// The builtins, by name.
const BUILTINS: &[(&str, Builtin)] = &[
    ("__longjmp", jump::longjmp),
    ("__setjmp", jump::setjmp),
    ("__sigsetjmp", jump::setjmp),
    ("__strata_abort", process::abort),
    ("__strata_assert_fail", process::assert_fail),
    ("__strata_syscall", process::syscall),
    ("_longjmp", jump::longjmp),
    ("_setjmp", jump::setjmp),
    ("abort", process::abort),
    ("aligned_alloc", heap::aligned_alloc),
    ("bcmp", string::memcmp),
    ("calloc", heap::calloc),
    ("exit", process::exit),
    ("free", heap::free),
    ("longjmp", jump::longjmp),
    ("malloc", heap::malloc),
    ("malloc_usable_size", heap::usable_size),
    ("memalign", heap::aligned_alloc),
    ("memchr", string::memchr),
    ("memcmp", string::memcmp),
    ("memcpy", string::memcpy),
    ("memmove", string::memcpy),
    ("memset", string::memset),
    ("realloc", heap::realloc),
    ("setjmp", jump::setjmp),
    ("siglongjmp", jump::longjmp),
    ("sigsetjmp", jump::setjmp),
    ("strlen", string::strlen),
];

/// The builtin of this name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let found = BUILTINS.binary_search_by_key(&name, |row| row.0).ok()?;
    Some(BUILTINS[found].1)
}

/// An argument; a missing one is zero, as it may be anything.
fn arg(args: &[Value], index: usize) -> Value {
    args.get(index).cloned().unwrap_or(Value::ZERO)
}

fn number(state: &State, args: &[Value], index: usize) -> u64 {
    args.get(index).map_or(0, |value| state.memory.number(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_without_doubles() {
        assert!(BUILTINS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(find("malloc").is_some());
        assert!(find("no such name").is_none());
    }
}
