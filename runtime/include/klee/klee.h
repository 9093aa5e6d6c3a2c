/* The functions by which a program talks to the engine. Names and types are those of KLEE's header, so
 * that programs written for it compile unchanged. With -lstrata-replay the same program runs natively,
 * on the test that KTEST_FILE names. */

#ifndef KLEE_H
#define KLEE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Input. Each call adds one object, called `name`, to the tests of the paths it is on. */

/* Makes `nbytes` bytes from `addr` on symbolic; they may be a part of an object. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A symbolic value of [begin, end). */
int klee_range(int begin, int end, const char *name);

/* A symbolic value. */
int klee_int(const char *name);

/* A symbolic value of [0, n). */
size_t klee_choose(size_t n);

/* A pointer that may have any value. */
void *klee_symbolic_ptr(void);

/* Constraints. */

/* Goes on only with inputs for which the condition holds; it is an error if there is none. */
void klee_assume(uintptr_t condition);

/* Asks for a test in which the condition holds, if there is one. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Questions. */

/* Whether the value depends on symbolic input. */
unsigned klee_is_symbolic(uintptr_t n);

/* Whether this is a native run on a test. */
unsigned klee_is_replay(void);

/* One value that the expression can have; the path is not constrained to it. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* The size of the object that the pointer points to the start of. */
size_t klee_get_obj_size(void *ptr);

/* The engine's `errno`. */
int klee_get_errno(void);

/* Ends of paths. */

/* Ends the path without an error and without a test. */
void klee_silent_exit(int status) __attribute__((noreturn));

/* Ends the path as `abort` does. */
void klee_abort(void) __attribute__((noreturn));

/* Ends the path with an error of the program's own; its file is called testNNNNNN.SUFFIX.err. */
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

/* An error unless all of the bytes may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* A failed assertion; what klee_assert of some versions of KLEE calls. */
void klee_assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

/* An assertion that NDEBUG does not take away. */
#define klee_assert(expr) \
    ((expr) ? (void)(0) : __assert_fail(#expr, __FILE__, __LINE__, __PRETTY_FUNCTION__))

/* Messages of the engine; silent in native runs. */

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_stack_trace(void);
void klee_print_expr(const char *msg, ...);
void klee_print_range(const char *name, int arg);

/* How the engine explores. */

/* With 0, branches on symbolic conditions follow one side only. */
void klee_set_forking(unsigned enable);

/* Paths that fork between the two calls are one again after the second. */
void klee_open_merge(void);
void klee_close_merge(void);

/* The object is not a local, whatever function allocated it. */
void klee_mark_global(void *object);

/* There is an object at this address, of this size. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* Calls of the first function become calls of the second. */
void klee_alias_function(const char *fn_name, const char *new_fn_name);

#if defined(NDEBUG) && defined(__GLIBC__)
/* Its <assert.h> leaves out what klee_assert needs. */
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
#ifdef __cplusplus
    noexcept
#endif
    __attribute__((noreturn));
#endif

#ifdef __cplusplus
}
#endif

#endif
