/* The functions of <klee/klee.h> under names of our own, and those of the software verification
 * competition (SV-COMP). */

#ifndef STRATA_H
#define STRATA_H

#include <klee/klee.h>

#define strata_make_symbolic klee_make_symbolic
#define strata_range klee_range
#define strata_int klee_int
#define strata_choose klee_choose
#define strata_symbolic_ptr klee_symbolic_ptr
#define strata_assume klee_assume
#define strata_prefer_cex klee_prefer_cex
#define strata_is_symbolic klee_is_symbolic
#define strata_is_replay klee_is_replay
#define strata_get_valuef klee_get_valuef
#define strata_get_valued klee_get_valued
#define strata_get_valuel klee_get_valuel
#define strata_get_valuell klee_get_valuell
#define strata_get_value_i32 klee_get_value_i32
#define strata_get_value_i64 klee_get_value_i64
#define strata_get_obj_size klee_get_obj_size
#define strata_get_errno klee_get_errno
#define strata_silent_exit klee_silent_exit
#define strata_abort klee_abort
#define strata_report_error klee_report_error
#define strata_check_memory_access klee_check_memory_access
#define strata_assert klee_assert
#define strata_warning klee_warning
#define strata_warning_once klee_warning_once
#define strata_stack_trace klee_stack_trace
#define strata_print_expr klee_print_expr
#define strata_print_range klee_print_range
#define strata_set_forking klee_set_forking
#define strata_open_merge klee_open_merge
#define strata_close_merge klee_close_merge
#define strata_mark_global klee_mark_global
#define strata_define_fixed_object klee_define_fixed_object
#define strata_alias_function klee_alias_function

#ifdef __cplusplus
extern "C" {
#define STRATA_BOOL bool
#else
#define STRATA_BOOL _Bool
#endif

/* Each call is a new symbolic value, in the tests an object with the name of the function. */
STRATA_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned __VERIFIER_nondet_unsigned(void);
unsigned char __VERIFIER_nondet_unsigned_char(void);
unsigned __VERIFIER_nondet_unsigned_int(void);
uint8_t __VERIFIER_nondet_u8(void);
uint16_t __VERIFIER_nondet_u16(void);
uint32_t __VERIFIER_nondet_u32(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
long long __VERIFIER_nondet_loff_t(void);
unsigned long __VERIFIER_nondet_sector_t(void);
__extension__ __int128 __VERIFIER_nondet_int128(void);
__extension__ unsigned __int128 __VERIFIER_nondet_uint128(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
char *__VERIFIER_nondet_pchar(void);
STRATA_BOOL __VERIFIER_nondet__Bool(void);
int __VERIFIER_nondet_BOOL(void);
char __VERIFIER_nondet_CHAR(void);
double __VERIFIER_nondet_DOUBLE(void);
float __VERIFIER_nondet_FLOAT(void);
int __VERIFIER_nondet_INT(void);
long __VERIFIER_nondet_LONG(void);
int16_t __VERIFIER_nondet_S16(void);
int32_t __VERIFIER_nondet_S32(void);
int64_t __VERIFIER_nondet_S64(void);
int8_t __VERIFIER_nondet_S8(void);
short __VERIFIER_nondet_SHORT(void);
uint16_t __VERIFIER_nondet_U16(void);
uint32_t __VERIFIER_nondet_U32(void);
uint64_t __VERIFIER_nondet_U64(void);
uint8_t __VERIFIER_nondet_U8(void);
unsigned char __VERIFIER_nondet_UCHAR(void);
unsigned __VERIFIER_nondet_UINT(void);
unsigned long __VERIFIER_nondet_ULONG(void);
unsigned short __VERIFIER_nondet_USHORT(void);
char *__VERIFIER_nondet_charp(void);
const char *__VERIFIER_nondet_const_char_pointer(void);
unsigned __VERIFIER_nondet_gid_t(void);
int16_t __VERIFIER_nondet_int16_t(void);
int32_t __VERIFIER_nondet_int32_t(void);
int64_t __VERIFIER_nondet_int64_t(void);
int8_t __VERIFIER_nondet_int8_t(void);
intptr_t __VERIFIER_nondet_intptr_t(void);
long __VERIFIER_nondet_long_int(void);
long long __VERIFIER_nondet_long_long(void);
long long __VERIFIER_nondet_long_long_int(void);
long __VERIFIER_nondet_off_t(void);
int __VERIFIER_nondet_pid_t(void);
unsigned long __VERIFIER_nondet_pthread_t(void);
ptrdiff_t __VERIFIER_nondet_ptrdiff_t(void);
int16_t __VERIFIER_nondet_s16(void);
int32_t __VERIFIER_nondet_s32(void);
int64_t __VERIFIER_nondet_s64(void);
int8_t __VERIFIER_nondet_s8(void);
signed char __VERIFIER_nondet_schar(void);
short __VERIFIER_nondet_short_int(void);
signed char __VERIFIER_nondet_signed_char(void);
int __VERIFIER_nondet_signed_int(void);
long __VERIFIER_nondet_ssize_t(void);
long __VERIFIER_nondet_time_t(void);
uint64_t __VERIFIER_nondet_u64(void);
unsigned __VERIFIER_nondet_uid_t(void);
uint16_t __VERIFIER_nondet_uint16_t(void);
uint32_t __VERIFIER_nondet_uint32_t(void);
uint64_t __VERIFIER_nondet_uint64_t(void);
uint8_t __VERIFIER_nondet_uint8_t(void);
uintptr_t __VERIFIER_nondet_uintptr_t(void);
unsigned long __VERIFIER_nondet_unsigned_long(void);
unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
unsigned long long __VERIFIER_nondet_unsigned_longlong(void);
unsigned short __VERIFIER_nondet_unsigned_short(void);
unsigned short __VERIFIER_nondet_unsigned_short_int(void);
void __VERIFIER_nondet_memory(void *memory, size_t size);

/* Many objects at once, without a path for each number: a table of pointers to `count` new objects of `size` bytes, null if
 * there is no memory; the same bytes of each of the first `count` objects of a table; and the end of these objects and the
 * table. `--multi-capacity` says how many there are at most if `count` is symbolic. */
void **strata_multi_alloc(size_t count, size_t size);
void strata_multi_write(void **table, size_t count, size_t offset, int byte, size_t len);
void strata_multi_free(void **table, size_t count);

/* Goes on only with inputs for which the condition holds. */
void __VERIFIER_assume(int condition);

/* What the competition asks to be out of reach: an error. */
void __VERIFIER_error(void) __attribute__((noreturn));
void reach_error(void);

/* One thread needs no protection: these do nothing. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#undef STRATA_BOOL
#ifdef __cplusplus
}
#endif

#endif
