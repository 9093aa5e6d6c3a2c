//! Functions the engine provides itself, by name.
//!
//! A program's own definition of such a name wins; these stand in where no module has one.

mod heap;
mod input;
mod jump;
mod process;
pub(crate) mod string;

use ir::Reg;
use memory::Value;

use crate::ask;
use crate::halt::Outcome;
use crate::machine::Machine;
use crate::state::State;

/// What a builtin did.
pub(crate) enum Effect {
    /// Computed a result.
    Return(Value),
    /// Everything there is to do, the registers included.
    Done,
    /// Leaves it to this function of the runtime, which does the same in C.
    Call(&'static str),
    /// Asks the environment.
    System { number: u64, args: Box<[Value; 6]> },
}

/// A builtin gets its arguments and the register its result goes to.
pub(crate) type Builtin = fn(&Machine, &mut State, &[Value], Reg) -> Outcome<Effect>;

/// The builtins, by name.
const BUILTINS: &[(&str, Builtin)] = &[
    ("__VERIFIER_assume", input::verifier_assume),
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
    ("klee_assume", input::assume),
    ("klee_choose", input::choose),
    ("klee_int", input::int),
    ("klee_make_symbolic", input::make_symbolic),
    ("klee_range", input::range),
    ("longjmp", jump::longjmp),
    ("malloc", heap::malloc),
    ("malloc_usable_size", heap::usable_size),
    ("memalign", heap::aligned_alloc),
    ("memchr", string::memchr),
    ("memcmp", string::memcmp),
    ("memcpy", string::memcpy),
    ("memmove", string::memmove),
    ("memset", string::memset),
    ("realloc", heap::realloc),
    ("setjmp", jump::setjmp),
    ("siglongjmp", jump::longjmp),
    ("sigsetjmp", jump::setjmp),
    ("strlen", string::strlen),
];

/// The builtin of this name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let found = |rows: &[(&str, Builtin)]| {
        rows.binary_search_by_key(&name, |row| row.0).ok().map(|row| rows[row].1)
    };
    found(BUILTINS).or_else(|| found(input::NONDET))
}

/// An argument; a missing one is zero, as it may be anything.
fn arg(args: &[Value], index: usize) -> Value {
    args.get(index).cloned().unwrap_or(Value::ZERO)
}

/// The number of an argument.
fn number(state: &State, args: &[Value], index: usize) -> Outcome<u64> {
    args.get(index).map_or(Ok(0), |value| ask::number(&state.memory, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_without_doubles() {
        for rows in [BUILTINS, input::NONDET] {
            assert!(rows.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
        assert!(find("malloc").is_some());
        assert!(find("no such name").is_none());
    }
}
