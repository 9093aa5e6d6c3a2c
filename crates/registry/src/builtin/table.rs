//! The table of builtins: one line for each thing that is done, with all the names it is done under.

use super::Row;
use super::nondet::Nondet;
use super::sanitizer::{self, Handler};
use crate::{Executor, PointerEffect, Signature, Type};

/// `Variant: names (parameters; optional ones) -> result, [effects on pointers], executor;`
///
/// An entry without effects has an empty list, which says that it has none.
macro_rules! builtins {
    ($(
        $(#[$doc:meta])*
        $variant:ident: $($name:literal)+
            ($($param:ident),* $(; $($optional:ident),+)?) $(-> $result:ident)?,
            [$($effect:expr),*], $executor:ident;
    )*) => {
        /// A function that Strata provides.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Builtin {
            $($(#[$doc])* $variant,)*
            /// A function of SV-COMP that returns an input of its name.
            Nondet(&'static Nondet),
            /// A handler of UBSan.
            Sanitizer(Handler),
        }

        /// The names of each builtin.
        pub(super) const NAMES: &[(&[&str], Builtin)] =
            &[$((&[$($name),+], Builtin::$variant)),*];

        impl Builtin {
            pub(super) fn row(self) -> &'static Row {
                match self {
                    $(Builtin::$variant => const { &Row {
                        signature: Signature {
                            params: &[$(Type::$param),*],
                            optional: &[$($(Type::$optional),+)?],
                            result: only(&[$(Type::$result)?]),
                        },
                        effects: &[$($effect),*],
                        executor: Executor::$executor,
                    } },)*
                    Builtin::Nondet(function) => &function.row,
                    Builtin::Sanitizer(_) => &sanitizer::ROW,
                }
            }
        }
    };
}

/// The result, if there is one.
const fn only(types: &[Type]) -> Option<Type> {
    match types {
        [] => None,
        [result, ..] => Some(*result),
    }
}

use PointerEffect::{
    Accesses, Aliases, Allocates, AllocatesTable, Copies, MakesFixed, Reallocates, Returns,
    ReturnsWithin, SystemCall,
};

builtins! {
    /// `malloc(size)`.
    Malloc: "malloc" (Long) -> Pointer, [Allocates(&[0])], Exec;
    /// `calloc(count, size)`.
    Calloc: "calloc" (Long, Long) -> Pointer, [Allocates(&[0, 1])], Exec;
    /// `aligned_alloc(alignment, size)`.
    AlignedAlloc: "aligned_alloc" "memalign" (Long, Long) -> Pointer, [Allocates(&[1])], Exec;
    /// `realloc(object, size)`.
    Realloc: "realloc" (Pointer, Long) -> Pointer, [Reallocates { old: 0, size: 1 }], Exec;
    /// `free(object)`.
    Free: "free" (Pointer), [], Exec;
    /// `malloc_usable_size(object)`.
    UsableSize: "malloc_usable_size" (Pointer) -> Long, [], Exec;
    /// `strata_multi_alloc(count, size)`: a table of pointers to that many objects.
    MultiAlloc: "strata_multi_alloc" (Long, Long) -> Pointer, [AllocatesTable], Exec;
    /// `strata_multi_free(table, count)`: these objects, and the table.
    MultiFree: "strata_multi_free" (Pointer, Long), [Accesses(0)], Exec;
    /// `strata_multi_write(table, count, offset, byte, len)`: a part of each of these objects.
    MultiWrite: "strata_multi_write" (Pointer, Long, Long, Int, Long), [Accesses(0)], Exec;
    /// `operator new(size)`.
    New: "_Znam" "_Znwm" (Long) -> Pointer, [Allocates(&[0])], Exec;
    /// `operator new(size, std::nothrow)`.
    NewNothrow: "_ZnamRKSt9nothrow_t" "_ZnwmRKSt9nothrow_t"
        (Long; Pointer) -> Pointer, [Allocates(&[0])], Exec;
    /// `operator new(size, alignment)`.
    NewAligned: "_ZnamSt11align_val_t" "_ZnwmSt11align_val_t"
        (Long, Long) -> Pointer, [Allocates(&[0])], Exec;
    /// `operator delete(object)`, also with a size, an alignment or `std::nothrow`.
    Delete: "_ZdaPv" "_ZdaPvRKSt9nothrow_t" "_ZdaPvSt11align_val_t" "_ZdaPvm" "_ZdaPvmSt11align_val_t"
        "_ZdlPv" "_ZdlPvRKSt9nothrow_t" "_ZdlPvSt11align_val_t" "_ZdlPvm" "_ZdlPvmSt11align_val_t"
        (Pointer; Long, Long), [], Exec;

    /// `memcpy(to, from, len)`.
    Memcpy: "memcpy"
        (Pointer, Pointer, Long) -> Pointer, [Copies { to: 0, from: 1, len: Some(2) }, Returns(0)], Exec;
    /// `memmove(to, from, len)`.
    Memmove: "memmove"
        (Pointer, Pointer, Long) -> Pointer, [Copies { to: 0, from: 1, len: Some(2) }, Returns(0)], Exec;
    /// `memset(to, byte, len)`.
    Memset: "memset" (Pointer, Int, Long) -> Pointer, [Accesses(0), Returns(0)], Exec;
    /// `__memcpy_chk(to, from, len, limit)`.
    MemcpyChecked: "__memcpy_chk" (Pointer, Pointer, Long, Long) -> Pointer,
        [Copies { to: 0, from: 1, len: Some(2) }, Returns(0)], Exec;
    /// `__memmove_chk(to, from, len, limit)`.
    MemmoveChecked: "__memmove_chk" (Pointer, Pointer, Long, Long) -> Pointer,
        [Copies { to: 0, from: 1, len: Some(2) }, Returns(0)], Exec;
    /// `__memset_chk(to, byte, len, limit)`.
    MemsetChecked: "__memset_chk"
        (Pointer, Int, Long, Long) -> Pointer, [Accesses(0), Returns(0)], Exec;
    /// `memcmp(a, b, len)`.
    Memcmp: "memcmp" "bcmp" (Pointer, Pointer, Long) -> Int, [Accesses(0), Accesses(1)], Exec;
    /// `memchr(at, byte, len)`.
    Memchr: "memchr" (Pointer, Int, Long) -> Pointer, [Accesses(0), ReturnsWithin(0)], Exec;
    /// `strlen(text)`.
    Strlen: "strlen" (Pointer) -> Long, [Accesses(0)], Exec;
    /// `strcmp(a, b)`, which `strcoll` is as well.
    Strcmp: "strcmp" (Pointer, Pointer) -> Int, [Accesses(0), Accesses(1)], Shortcut;
    /// `strncmp(a, b, len)`.
    Strncmp: "strncmp" (Pointer, Pointer, Long) -> Int, [Accesses(0), Accesses(1)], Shortcut;
    /// `strcasecmp(a, b)`.
    Strcasecmp: "strcasecmp" (Pointer, Pointer) -> Int, [Accesses(0), Accesses(1)], Shortcut;
    /// `strncasecmp(a, b, len)`.
    Strncasecmp: "strncasecmp"
        (Pointer, Pointer, Long) -> Int, [Accesses(0), Accesses(1)], Shortcut;
    /// `strchr(text, byte)`.
    Strchr: "strchr" (Pointer, Int) -> Pointer, [Accesses(0), ReturnsWithin(0)], Shortcut;
    /// `strchrnul(text, byte)`.
    Strchrnul: "__strchrnul" (Pointer, Int) -> Pointer, [Accesses(0), ReturnsWithin(0)], Shortcut;
    /// `memrchr(at, byte, len)`, which `strrchr` calls.
    Memrchr: "__memrchr"
        (Pointer, Int, Long) -> Pointer, [Accesses(0), ReturnsWithin(0)], Shortcut;
    /// `stpcpy(to, from)`, which `strcpy` and `strcat` call.
    Stpcpy: "__stpcpy" (Pointer, Pointer) -> Pointer,
        [Copies { to: 0, from: 1, len: None }, ReturnsWithin(0)], Shortcut;
    /// `stpncpy(to, from, len)`, which `strncpy` calls.
    Stpncpy: "__stpncpy" (Pointer, Pointer, Long) -> Pointer,
        [Copies { to: 0, from: 1, len: Some(2) }, ReturnsWithin(0)], Shortcut;

    /// `setjmp(buffer)`.
    Setjmp: "setjmp" "_setjmp" "__setjmp" (Pointer) -> Int, [Accesses(0)], Exec;
    /// `longjmp(buffer, result)`.
    Longjmp: "longjmp" "_longjmp" "__longjmp" (Pointer, Int), [Accesses(0)], Exec;
    /// `sigsetjmp(buffer, save)`: the mask of signals is saved as well.
    Sigsetjmp: "sigsetjmp" "__sigsetjmp" (Pointer, Int) -> Int, [Accesses(0)], Kernel;
    /// `siglongjmp(buffer, result)`.
    Siglongjmp: "siglongjmp" (Pointer, Int), [Accesses(0)], Kernel;

    /// `abort()`.
    Abort: "abort" "klee_abort" "__strata_abort" (), [], Exec;
    /// `exit(status)`, for programs without a C library.
    Exit: "exit" (Int), [], Exec;
    /// `__assert_fail(expression, file, line, function)`.
    AssertFail: "__assert_fail" "klee_assert_fail" "__strata_assert_fail"
        (Pointer; Pointer, Int, Pointer), [], Exec;
    /// `__assert_rtn(function, file, line, expression)`.
    AssertRtn: "__assert_rtn" (Pointer, Pointer, Int, Pointer), [], Exec;
    /// `reach_error()`.
    ReachError: "reach_error" "__VERIFIER_error" (), [], Exec;
    /// `klee_report_error(file, line, message, suffix)`.
    ReportError: "klee_report_error" (Pointer, Int, Pointer, Pointer), [], Exec;
    /// `klee_silent_exit(status)`.
    SilentExit: "klee_silent_exit" (; Int), [], Exec;

    /// How the runtime makes system calls: the number, then the arguments.
    SystemCall: "__strata_syscall" (Long; Long, Long, Long, Long, Long, Long) -> Long,
        [SystemCall], Kernel;
    /// How the runtime sets the rounding mode.
    SetRounding: "__strata_set_rounding" (Int), [], Exec;

    /// `klee_make_symbolic(object, size, name)`.
    MakeSymbolic: "klee_make_symbolic" (Pointer, Long; Pointer), [Accesses(0)], Exec;
    /// `__VERIFIER_nondet_memory(object, size)`.
    NondetMemory: "__VERIFIER_nondet_memory" (Pointer, Long), [Accesses(0)], Exec;
    /// `klee_int(name)`.
    Int: "klee_int" (Pointer) -> Int, [], Exec;
    /// `klee_range(begin, end, name)`.
    Range: "klee_range" (Int, Int; Pointer) -> Int, [], Exec;
    /// `klee_choose(n)`.
    Choose: "klee_choose" (Long) -> Long, [], Exec;
    /// `klee_symbolic_ptr()`: a number, and like other numbers not followed.
    SymbolicPointer: "klee_symbolic_ptr" () -> Pointer, [], Exec;
    /// `klee_assume(condition)`.
    Assume: "klee_assume" (Long), [], Exec;
    /// `__VERIFIER_assume(condition)`.
    VerifierAssume: "__VERIFIER_assume" (Int), [], Exec;

    /// `klee_is_symbolic(value)`.
    IsSymbolic: "klee_is_symbolic" (Long) -> Int, [], Exec;
    /// `klee_is_replay()`.
    IsReplay: "klee_is_replay" () -> Int, [], Exec;
    /// `klee_get_errno()`.
    GetErrno: "klee_get_errno" () -> Int, [], Exec;
    /// `klee_get_valuef(value)`.
    GetFloat: "klee_get_valuef" (Float) -> Float, [Returns(0)], Exec;
    /// `klee_get_valued(value)`.
    GetDouble: "klee_get_valued" (Double) -> Double, [Returns(0)], Exec;
    /// `klee_get_value_i32(value)`.
    GetInt: "klee_get_value_i32" (Int) -> Int, [Returns(0)], Exec;
    /// `klee_get_value_i64(value)`.
    GetLong: "klee_get_value_i64" "klee_get_valuel" "klee_get_valuell"
        (Long) -> Long, [Returns(0)], Exec;
    /// `klee_prefer_cex(object, condition)`.
    Prefer: "klee_prefer_cex" "klee_posix_prefer_cex" (Pointer, Long), [], Exec;
    /// `klee_get_obj_size(object)`.
    ObjectSize: "klee_get_obj_size" (Pointer) -> Long, [], Exec;
    /// `klee_check_memory_access(address, size)`.
    CheckAccess: "klee_check_memory_access" (Pointer, Long), [Accesses(0)], Exec;
    /// `klee_define_fixed_object(address, size)`.
    DefineFixedObject: "klee_define_fixed_object" (Pointer, Long), [MakesFixed], Exec;

    /// `klee_open_merge()`.
    OpenMerge: "klee_open_merge" (), [], Engine;
    /// `klee_close_merge()`.
    CloseMerge: "klee_close_merge" (), [], Engine;
    /// `klee_set_forking(enable)`.
    SetForking: "klee_set_forking" (Int), [], Exec;
    /// `klee_alias_function(name, other)`.
    AliasFunction: "klee_alias_function" (Pointer, Pointer), [Aliases { from: 0, to: 1 }], Exec;
    /// `klee_mark_global(object)`: accepted without effect.
    MarkGlobal: "klee_mark_global" (; Pointer), [], Exec;
    /// `__VERIFIER_atomic_begin()`: accepted without effect, as there is one thread.
    Atomic: "__VERIFIER_atomic_begin" "__VERIFIER_atomic_end" (), [], Exec;

    /// `klee_warning(message)`.
    Warning: "klee_warning" (Pointer), [], Exec;
    /// `klee_warning_once(message)`.
    WarningOnce: "klee_warning_once" (Pointer), [], Exec;
    /// `klee_print_expr(message, value)`.
    PrintExpr: "klee_print_expr" (Pointer; Long), [], Exec;
    /// `klee_print_range(name, value)`.
    PrintRange: "klee_print_range" (Pointer, Int), [], Exec;
    /// `klee_stack_trace()`.
    StackTrace: "klee_stack_trace" (), [], Exec;
}
