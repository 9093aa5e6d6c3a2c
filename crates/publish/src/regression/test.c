/* @NAME@: @EXPECTATION@
 *
 * Made by strata. Link it with the program, which asks for its input through klee/klee.h:
 *     cc -g -fsanitize=address,undefined @NAME@.c program.c && ./a.out
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct input {
    const char *name;
    size_t size;
    const unsigned char *bytes;
};

@INPUTS@
static size_t given;

static void next(void *to, size_t size, const char *name)
{
    const struct input *input = &inputs[given];
    if (!input->name || strcmp(input->name, name) != 0 || input->size != size) {
        fprintf(stderr, "this test is of another program: input %zu is \"%s\" of %zu bytes there\n", given, name,
                size);
        exit(99);
    }
    given++;
    memcpy(to, input->bytes, size);
}

void klee_make_symbolic(void *to, size_t size, const char *name)
{
    if (size > 0)
        next(to, size, name ? name : "unnamed");
}

int klee_int(const char *name)
{
    int value;
    next(&value, sizeof value, name);
    return value;
}

int klee_range(int begin, int end, const char *name)
{
    return (long long)begin + 1 == end ? begin : klee_int(name);
}

size_t klee_choose(size_t n)
{
    size_t value;
    (void)n;
    next(&value, sizeof value, "klee_choose");
    return value;
}

void *klee_symbolic_ptr(void)
{
    void *value;
    next(&value, sizeof value, "klee_symbolic_ptr");
    return value;
}

void klee_assume(uintptr_t condition)
{
    if (!condition) {
        fputs("this test is of another program: an assumption does not hold\n", stderr);
        exit(99);
    }
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
    abort();
}

void klee_assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    fprintf(stderr, "%s:%u: %s: assertion failed: %s\n", file, line, function, assertion);
    abort();
}

unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
unsigned klee_is_replay(void) { return 1; }
float klee_get_valuef(float value) { return value; }
double klee_get_valued(double value) { return value; }
long klee_get_valuel(long value) { return value; }
long long klee_get_valuell(long long value) { return value; }
int32_t klee_get_value_i32(int32_t value) { return value; }
int64_t klee_get_value_i64(int64_t value) { return value; }
void klee_silent_exit(int status) { exit(status); }
void klee_abort(void) { abort(); }
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_stack_trace(void) {}
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value) { (void)name, (void)value; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_mark_global(void *object) { (void)object; }
void klee_check_memory_access(const void *address, size_t size) { (void)address, (void)size; }
float __VERIFIER_nondet_float(void) { float value; next(&value, sizeof value, "__VERIFIER_nondet_float"); return value; }
double __VERIFIER_nondet_double(void) { double value; next(&value, sizeof value, "__VERIFIER_nondet_double"); return value; }
@VERIFIER@
