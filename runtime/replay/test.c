/* The test: a .ktest file (version 1 to 3; all integers big endian), named by KTEST_FILE or
 * STRATA_TEST. Objects are handed out in their order. Nothing here uses the program's streams, memory
 * that it could see, or functions of the system that it may define itself. */

#include "replay.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The memory sanitizer does not see what this library writes. */
void __msan_unpoison(const volatile void *bytes, size_t size) __attribute__((weak));
/* Nor does the address sanitizer. */
void *__asan_region_is_poisoned(void *start, size_t size) __attribute__((weak));
void __asan_report_store1(void *address) __attribute__((weak));

/* The file, and the place of the next object in it. */
static const char *path;
static const unsigned char *bytes;
static size_t length;
static size_t position;
static uint32_t objects_left;
static uint32_t objects_given;

/* Runs that `strata replay` starts end as their paths did, many by a signal: no core files. */
__attribute__((constructor)) static void no_core_files(void)
{
    struct rlimit none = {0, 0};
    if (system_variable("STRATA_REPLAY"))
        system_call(SYS_setrlimit, RLIMIT_CORE, (long)&none, 0, 0, 0, 0);
}

static void say(const char *format, va_list arguments)
{
    char line[1024];
    int prefix = snprintf(line, sizeof line, "strata-replay: ");
    int text = vsnprintf(line + prefix, sizeof line - (size_t)prefix - 1, format, arguments);
    size_t size = (size_t)prefix + (size_t)(text < 0 ? 0 : text);
    if (size > sizeof line - 2)
        size = sizeof line - 2;
    line[size++] = '\n';
    system_call(SYS_write, 2, (long)line, (long)size, 0, 0, 0);
}

void replay_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void replay_stop(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    fflush(NULL);
    system_call(SYS_exit_group, status, 0, 0, 0, 0, 0);
    __builtin_unreachable();
}

void replay_complain(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    if (system_variable("KLEE_RUN_TEST_ERRORS_NON_FATAL"))
        return;
    fflush(NULL);
    system_call(SYS_exit_group, status, 0, 0, 0, 0, 0);
    __builtin_unreachable();
}

static uint32_t number(void)
{
    if (length - position < 4)
        replay_stop(REPLAY_MISMATCH, "%s: cut off at byte %zu", path, position);
    const unsigned char *at = bytes + position;
    position += 4;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* A number of bytes, and the bytes. */
static const unsigned char *block(uint32_t *size)
{
    *size = number();
    if (length - position < *size)
        replay_stop(REPLAY_MISMATCH, "%s: cut off at byte %zu", path, position);
    position += *size;
    return bytes + position - *size;
}

static void map_file(void)
{
    struct stat status;
    long file = system_call(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
    long failed = file < 0 ? file : system_call(SYS_fstat, file, (long)&status, 0, 0, 0, 0);
    if (failed < 0)
        replay_stop(REPLAY_MISMATCH, "cannot read %s: %s", path, strerror((int)-failed));
    if (__msan_unpoison)
        __msan_unpoison(&status, sizeof status);
    length = (size_t)status.st_size;
    if (length > 0) {
        long mapped = system_call(SYS_mmap, 0, (long)length, PROT_READ, MAP_PRIVATE, file, 0);
        if (mapped < 0)
            replay_stop(REPLAY_MISMATCH, "cannot read %s: %s", path, strerror((int)-mapped));
        bytes = (const unsigned char *)mapped;
        if (__msan_unpoison)
            __msan_unpoison(bytes, length);
    }
    system_call(SYS_close, file, 0, 0, 0, 0, 0);
}

/* Everything before the objects. Arguments are the business of whoever starts the program. */
static void open_test(void)
{
    path = system_variable("KTEST_FILE");
    if (!path)
        path = system_variable("STRATA_TEST");
    if (!path)
        replay_stop(REPLAY_MISMATCH, "no test: set KTEST_FILE to the path of a .ktest file");
    map_file();
    const char *magic = (const char *)bytes;
    if (length < 5 || (!system_is(magic, 5, "KTEST") && !system_is(magic, 5, "BOUT\n")))
        replay_stop(REPLAY_MISMATCH, "%s is not a .ktest file", path);
    position = 5;
    uint32_t version = number();
    if (version < 1 || version > 3)
        replay_stop(REPLAY_MISMATCH, "%s has version %u of the format; 1 to 3 are known", path, version);
    uint32_t ignored;
    for (uint32_t arguments = number(); arguments > 0; arguments--)
        block(&ignored);
    if (version >= 2) {
        number();
        number();
    }
    objects_left = number();
}

void replay_next(void *to, size_t size, const char *name)
{
    if (!name)
        name = "unnamed";
    if (!path)
        open_test();
    void *bad = __asan_region_is_poisoned ? __asan_region_is_poisoned(to, size) : NULL;
    if (bad)
        __asan_report_store1(bad);
    system_zero(to, size);
    if (__msan_unpoison)
        __msan_unpoison(to, size);
    if (objects_left == 0) {
        replay_complain(REPLAY_MISMATCH, "the test has %u objects, the program asks for another, \"%s\"",
                        objects_given, name);
        return;
    }
    objects_left--;
    objects_given++;
    uint32_t name_size, data_size;
    const char *given = (const char *)block(&name_size);
    const unsigned char *data = block(&data_size);
    if (!system_is(given, name_size, name))
        replay_complain(REPLAY_MISMATCH, "object %u of the test is \"%.*s\", the program asks for \"%s\"",
                        objects_given, (int)name_size, given, name);
    if (data_size != size)
        replay_complain(REPLAY_MISMATCH, "object %u, \"%s\", has %u bytes in the test and %zu in the program",
                        objects_given, name, data_size, size);
    system_copy(to, data, data_size < size ? data_size : size);
}
