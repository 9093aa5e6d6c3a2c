//! Functions the engine provides itself, by name.
//!
//! A program's own definition of such a name wins; these stand in where no module has one.

mod explore;
mod heap;
mod input;
mod jump;
mod message;
mod process;
mod query;
mod sanitizer;
pub(crate) mod string;

use ir::Reg;
use memory::Value;

use crate::burst::{Errno, Gate};
use crate::halt::Outcome;
use crate::machine::Machine;
use crate::state::State;

/// What a builtin did.
pub(crate) enum Effect {
    /// Computed a result.
    Return(Value),
    /// Returns null, and `errno` says why.
    Fail(Errno),
    /// Everything there is to do, the registers included.
    Done,
    /// Leaves it to this function of the runtime, which does the same in C.
    Call(&'static str),
    /// Comes to the beginning or the end of a merge.
    Merge(Gate),
    /// Asks the environment.
    System { number: u64, args: Box<[Value; 6]> },
}

/// A builtin gets its arguments and the register its result goes to.
pub(crate) type Builtin = fn(&Machine, &mut State, &[Value], Reg) -> Outcome<Effect>;

/// The builtins, by name.
const BUILTINS: &[(&str, Builtin)] = &[
    ("_ZdaPv", heap::free),
    ("_ZdaPvRKSt9nothrow_t", heap::free),
    ("_ZdaPvSt11align_val_t", heap::free),
    ("_ZdaPvm", heap::free),
    ("_ZdaPvmSt11align_val_t", heap::free),
    ("_ZdlPv", heap::free),
    ("_ZdlPvRKSt9nothrow_t", heap::free),
    ("_ZdlPvSt11align_val_t", heap::free),
    ("_ZdlPvm", heap::free),
    ("_ZdlPvmSt11align_val_t", heap::free),
    ("_Znam", heap::new),
    ("_ZnamRKSt9nothrow_t", heap::malloc),
    ("_ZnamSt11align_val_t", heap::new_aligned),
    ("_Znwm", heap::new),
    ("_ZnwmRKSt9nothrow_t", heap::malloc),
    ("_ZnwmSt11align_val_t", heap::new_aligned),
    ("__VERIFIER_assume", input::verifier_assume),
    ("__VERIFIER_atomic_begin", explore::nothing),
    ("__VERIFIER_atomic_end", explore::nothing),
    ("__VERIFIER_error", process::reach_error),
    ("__assert_fail", process::assert_fail),
    ("__assert_rtn", process::assert_rtn),
    ("__longjmp", jump::longjmp),
    ("__memcpy_chk", string::memcpy_checked),
    ("__memmove_chk", string::memmove_checked),
    ("__memset_chk", string::memset_checked),
    ("__setjmp", jump::setjmp),
    ("__sigsetjmp", jump::setjmp),
    ("__strata_abort", process::abort),
    ("__strata_assert_fail", process::assert_fail),
    ("__strata_set_rounding", process::set_rounding),
    ("__strata_syscall", process::syscall),
    ("_longjmp", jump::longjmp),
    ("_setjmp", jump::setjmp),
    ("abort", process::abort),
    ("aligned_alloc", heap::aligned_alloc),
    ("bcmp", string::memcmp),
    ("calloc", heap::calloc),
    ("exit", process::exit),
    ("free", heap::free),
    ("klee_abort", process::abort),
    ("klee_alias_function", explore::alias),
    ("klee_assert_fail", process::assert_fail),
    ("klee_assume", input::assume),
    ("klee_check_memory_access", query::check_access),
    ("klee_choose", input::choose),
    ("klee_close_merge", explore::close_merge),
    ("klee_define_fixed_object", query::fixed_object),
    ("klee_get_errno", explore::zero),
    ("klee_get_obj_size", query::get_obj_size),
    ("klee_get_value_i32", query::get_value),
    ("klee_get_value_i64", query::get_value),
    ("klee_get_valued", query::get_value),
    ("klee_get_valuef", query::get_value),
    ("klee_get_valuel", query::get_value),
    ("klee_get_valuell", query::get_value),
    ("klee_int", input::int),
    ("klee_is_replay", query::is_replay),
    ("klee_is_symbolic", query::is_symbolic),
    ("klee_make_symbolic", input::make_symbolic),
    ("klee_mark_global", explore::nothing),
    ("klee_open_merge", explore::open_merge),
    ("klee_posix_prefer_cex", query::prefer),
    ("klee_prefer_cex", query::prefer),
    ("klee_print_expr", message::print_expr),
    ("klee_print_range", message::print_range),
    ("klee_range", input::range),
    ("klee_report_error", process::report_error),
    ("klee_set_forking", explore::set_forking),
    ("klee_silent_exit", process::silent_exit),
    ("klee_stack_trace", message::stack_trace),
    ("klee_symbolic_ptr", input::symbolic_ptr),
    ("klee_warning", message::warning),
    ("klee_warning_once", message::warning_once),
    ("longjmp", jump::longjmp),
    ("malloc", heap::malloc),
    ("malloc_usable_size", heap::usable_size),
    ("memalign", heap::aligned_alloc),
    ("memchr", string::memchr),
    ("memcmp", string::memcmp),
    ("memcpy", string::memcpy),
    ("memmove", string::memmove),
    ("memset", string::memset),
    ("reach_error", process::reach_error),
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
    found(BUILTINS).or_else(|| found(input::NONDET)).or_else(|| sanitizer::find(name))
}

/// An argument; a missing one is zero, as it may be anything.
fn arg(args: &[Value], index: usize) -> Value {
    args.get(index).cloned().unwrap_or(Value::ZERO)
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
