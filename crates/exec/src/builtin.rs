//! Execution of builtins: the functions that Strata provides. The registry lists them.

mod compare;
mod explore;
mod heap;
mod input;
mod jump;
mod message;
mod multi;
mod process;
mod query;
mod sanitizer;
mod scan;
mod search;
mod string;
mod text;

pub use input::{REFUSAL, provide};

use ir::Reg;
use memory::Value;
use registry::{Builtin, Executor, StandIn};

use crate::burst::{Errno, Gate};
use crate::call::enough;
use crate::halt::Attempt;
use crate::machine::Machine;
use crate::state::State;

/// How a call goes on after its builtin.
pub(crate) enum Continuation {
    /// It returns this.
    Return(Value),
    /// It returns null, and `errno` says why.
    Fail(Errno),
    /// Everything is done, the registers included.
    Done,
    /// This function of the runtime takes over, which does the same in C.
    Call(StandIn),
    /// The function of the runtime that this is a shortcut for takes over.
    LongWay,
    /// The state is at the beginning or the end of a merge.
    Merge(Gate),
    /// The environment is asked.
    System { number: u64, args: Box<[Value; 6]> },
}

/// A builtin gets its arguments and the register its result goes to.
type Function = fn(&Machine, &mut State, &[Value], Reg) -> Attempt<Continuation>;

/// Executes a builtin, unless arguments are missing.
pub(crate) fn execute(
    machine: &Machine,
    state: &mut State,
    builtin: Builtin,
    args: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    enough(args.len(), builtin.signature().params.len())?;
    let done = dispatch(machine, state, builtin, args, dst)?;
    debug_assert!(fits(builtin, &done), "the registry says otherwise of {builtin:?}");
    Ok(done)
}

fn dispatch(
    machine: &Machine,
    state: &mut State,
    builtin: Builtin,
    args: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    let function: Function = match builtin {
        Builtin::Malloc | Builtin::NewNothrow => heap::malloc,
        Builtin::Calloc => heap::calloc,
        Builtin::AlignedAlloc => heap::aligned_alloc,
        Builtin::Realloc => heap::realloc,
        Builtin::Free | Builtin::Delete => heap::free,
        Builtin::UsableSize => heap::usable_size,
        Builtin::MultiAlloc => multi::allocate,
        Builtin::MultiFree => multi::free,
        Builtin::MultiWrite => multi::write,
        Builtin::New => heap::new,
        Builtin::NewAligned => heap::new_aligned,
        Builtin::Memcpy => string::memcpy,
        Builtin::Memmove => string::memmove,
        Builtin::Memset => string::memset,
        Builtin::MemcpyChecked => string::memcpy_checked,
        Builtin::MemmoveChecked => string::memmove_checked,
        Builtin::MemsetChecked => string::memset_checked,
        Builtin::Memcmp => compare::memcmp,
        Builtin::Strcmp => compare::strcmp,
        Builtin::Strncmp => compare::strncmp,
        Builtin::Strcasecmp => compare::strcasecmp,
        Builtin::Strncasecmp => compare::strncasecmp,
        Builtin::Memchr => search::memchr,
        Builtin::Memrchr => search::memrchr,
        Builtin::Strlen => search::strlen,
        Builtin::Strchr => search::strchr,
        Builtin::Strchrnul => search::strchrnul,
        Builtin::Stpcpy => text::stpcpy,
        Builtin::Stpncpy => text::stpncpy,
        Builtin::Setjmp => jump::setjmp,
        Builtin::Longjmp => jump::longjmp,
        Builtin::Sigsetjmp => jump::sigsetjmp,
        Builtin::Siglongjmp => jump::siglongjmp,
        Builtin::Abort => process::abort,
        Builtin::Exit => process::exit,
        Builtin::AssertFail => process::assert_fail,
        Builtin::AssertRtn => process::assert_rtn,
        Builtin::ReachError => process::reach_error,
        Builtin::ReportError => process::report_error,
        Builtin::SilentExit => process::silent_exit,
        Builtin::SystemCall => process::syscall,
        Builtin::SetRounding => process::set_rounding,
        Builtin::MakeSymbolic => input::make_symbolic,
        Builtin::NondetMemory => input::nondet_memory,
        Builtin::Int => input::int,
        Builtin::Range => input::range,
        Builtin::Choose => input::choose,
        Builtin::SymbolicPointer => input::symbolic_ptr,
        Builtin::Assume => input::assume,
        Builtin::VerifierAssume => input::verifier_assume,
        Builtin::IsSymbolic => query::is_symbolic,
        Builtin::IsReplay => query::is_replay,
        Builtin::GetErrno => explore::zero,
        Builtin::GetFloat | Builtin::GetDouble | Builtin::GetInt | Builtin::GetLong => {
            query::get_value
        }
        Builtin::Prefer => query::prefer,
        Builtin::ObjectSize => query::get_obj_size,
        Builtin::CheckAccess => query::check_access,
        Builtin::DefineFixedObject => query::fixed_object,
        Builtin::OpenMerge => explore::open_merge,
        Builtin::CloseMerge => explore::close_merge,
        Builtin::SetForking => explore::set_forking,
        Builtin::AliasFunction => explore::alias,
        Builtin::MarkGlobal | Builtin::Atomic => explore::nothing,
        Builtin::Warning => message::warning,
        Builtin::WarningOnce => message::warning_once,
        Builtin::PrintExpr => message::print_expr,
        Builtin::PrintRange => message::print_range,
        Builtin::StackTrace => message::stack_trace,
        Builtin::Nondet(function) => return input::nondet(state, function),
        Builtin::Sanitizer(handler) => return sanitizer::report(state, args, handler),
    };
    function(machine, state, args, dst)
}

/// Whether this agrees with the registry: with the executor of the builtin, and with whether it returns a pointer.
fn fits(builtin: Builtin, done: &Continuation) -> bool {
    let executor = match done {
        Continuation::Return(_) if builtin.executor() == Executor::Shortcut => Executor::Shortcut,
        Continuation::LongWay => Executor::Shortcut,
        Continuation::Return(_)
        | Continuation::Fail(_)
        | Continuation::Done
        | Continuation::Call(_) => Executor::Exec,
        Continuation::Merge(_) => Executor::Engine,
        Continuation::System { .. } => Executor::Kernel,
    };
    let pointer = matches!(done, Continuation::Return(Value::Ptr { .. }));
    let returns = || builtin.effects().iter().any(|effect| effect.returns_pointer());
    executor == builtin.executor() && (!pointer || returns())
}

/// An argument; an optional one that is missing is zero.
fn arg(args: &[Value], index: usize) -> Value {
    args.get(index).cloned().unwrap_or(Value::ZERO)
}
