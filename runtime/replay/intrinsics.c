/* The functions of <klee/klee.h> in a native run. What steers or questions the engine does nothing. */

#define _GNU_SOURCE
#include "replay.h"
#include "system.h"
#include "../include/klee/klee.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What the address sanitizer knows, if the program is built with it. */
const char *__asan_locate_address(void *address, char *name, size_t name_size, void **start, size_t *size)
    __attribute__((weak));
void *__asan_region_is_poisoned(void *start, size_t size) __attribute__((weak));
void __asan_report_load1(void *address) __attribute__((weak));

void klee_make_symbolic(void *addr, size_t nbytes, const char *name)
{
    if (nbytes > 0)
        replay_next(addr, nbytes, name);
}

int klee_range(int begin, int end, const char *name)
{
    int value;
    if (begin >= end)
        replay_stop(REPLAY_REPORTED, "klee_range: nothing lies between %d and %d", begin, end);
    /* One value needs no input. */
    if ((long long)begin + 1 == end)
        return begin;
    replay_next(&value, sizeof value, name);
    if (value < begin || value >= end)
        replay_complain(REPLAY_ASSUMPTION, "klee_range: %d does not lie between %d and %d", value, begin,
                        end);
    return value;
}

int klee_int(const char *name)
{
    int value;
    replay_next(&value, sizeof value, name);
    return value;
}

void **strata_multi_alloc(size_t count, size_t size)
{
    void **table = calloc(count, sizeof *table);
    for (size_t k = 0; table && k < count; k++) {
        table[k] = malloc(size);
        if (!table[k])
            return NULL;
    }
    return table;
}

void strata_multi_write(void **table, size_t count, size_t offset, int byte, size_t len)
{
    for (size_t k = 0; k < count; k++)
        memset((char *)table[k] + offset, byte, len);
}

void strata_multi_free(void **table, size_t count)
{
    for (size_t k = 0; k < count; k++)
        free(table[k]);
    free(table);
}

size_t klee_choose(size_t n)
{
    size_t value;
    if (n == 0)
        replay_stop(REPLAY_REPORTED, "klee_choose: nothing to choose from");
    replay_next(&value, sizeof value, "klee_choose");
    if (value >= n)
        replay_complain(REPLAY_ASSUMPTION, "klee_choose: %zu is not less than %zu", value, n);
    return value;
}

void *klee_symbolic_ptr(void)
{
    void *value;
    replay_next(&value, sizeof value, "klee_symbolic_ptr");
    return value;
}

void klee_assume(uintptr_t condition)
{
    if (!condition)
        replay_complain(REPLAY_ASSUMPTION, "an assumption does not hold");
}

unsigned klee_is_symbolic(uintptr_t n)
{
    (void)n;
    return 0;
}

unsigned klee_is_replay(void)
{
    return 1;
}

float klee_get_valuef(float expr) { return expr; }
double klee_get_valued(double expr) { return expr; }
long klee_get_valuel(long expr) { return expr; }
long long klee_get_valuell(long long expr) { return expr; }
int32_t klee_get_value_i32(int32_t expr) { return expr; }
int64_t klee_get_value_i64(int64_t expr) { return expr; }

size_t klee_get_obj_size(void *ptr)
{
    void *start = NULL;
    size_t size = 0;
    char name[1];
    if (__asan_locate_address)
        __asan_locate_address(ptr, name, sizeof name, &start, &size);
    if (!start)
        replay_stop(REPLAY_UNKNOWN, "klee_get_obj_size: the size of an object is not known natively");
    return size;
}

int klee_get_errno(void)
{
    return errno;
}

void klee_silent_exit(int status)
{
    exit(status);
}

void klee_abort(void)
{
    abort();
}

void klee_assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    __assert_fail(assertion, file, line, function);
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    replay_stop(REPLAY_REPORTED, "%s:%d: %s (%s)", file, line, message, suffix);
}

void klee_check_memory_access(const void *address, size_t size)
{
    void *bad = __asan_region_is_poisoned ? __asan_region_is_poisoned((void *)address, size) : NULL;
    if (bad)
        __asan_report_load1(bad);
}

void klee_define_fixed_object(void *addr, size_t nbytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)addr & ~(page - 1);
    uintptr_t end = ((uintptr_t)addr + nbytes + page - 1) & ~(page - 1);
    long mapped = system_call(SYS_mmap, (long)start, (long)(end - start), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    /* Two objects may share a page. */
    if (mapped < 0 && mapped != -EEXIST)
        replay_stop(REPLAY_UNKNOWN, "klee_define_fixed_object: no memory at %p: %s", addr,
                    strerror((int)-mapped));
}

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_stack_trace(void) {}
void klee_print_expr(const char *msg, ...) { (void)msg; }
void klee_print_range(const char *name, int arg) { (void)name, (void)arg; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_mark_global(void *object) { (void)object; }
void klee_alias_function(const char *fn_name, const char *new_fn_name) { (void)fn_name, (void)new_fn_name; }
