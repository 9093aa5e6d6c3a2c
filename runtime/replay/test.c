/* The test: a .ktest file (version 1 to 3; all integers big endian), named by KTEST_FILE or
 * STRATA_TEST. Objects are handed out in their order. Nothing here uses the program's streams, or
 * memory that it could see. */

#include "replay.h"

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
    if (getenv("STRATA_REPLAY"))
        setrlimit(RLIMIT_CORE, &none);
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
    if (write(2, line, size) < 0)
        return;
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
    _exit(status);
}

void replay_complain(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    if (getenv("KLEE_RUN_TEST_ERRORS_NON_FATAL"))
        return;
    fflush(NULL);
    _exit(status);
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
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) < 0)
        replay_stop(REPLAY_MISMATCH, "cannot read %s: %s", path, strerror(errno));
    length = (size_t)status.st_size;
    if (length > 0) {
        void *mapped = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
        if (mapped == MAP_FAILED)
            replay_stop(REPLAY_MISMATCH, "cannot read %s: %s", path, strerror(errno));
        if (__msan_unpoison)
            __msan_unpoison(mapped, length);
        bytes = mapped;
    }
    close(file);
}

/* Everything before the objects. Arguments are the business of whoever starts the program. */
static void open_test(void)
{
    path = getenv("KTEST_FILE");
    if (!path)
        path = getenv("STRATA_TEST");
    if (!path)
        replay_stop(REPLAY_MISMATCH, "no test: set KTEST_FILE to the path of a .ktest file");
    map_file();
    if (length < 5 || (memcmp(bytes, "KTEST", 5) != 0 && memcmp(bytes, "BOUT\n", 5) != 0))
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
    memset(to, 0, size);
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
    if (name_size != strlen(name) || memcmp(given, name, name_size) != 0)
        replay_complain(REPLAY_MISMATCH, "object %u of the test is \"%.*s\", the program asks for \"%s\"",
                        objects_given, (int)name_size, given, name);
    if (data_size != size)
        replay_complain(REPLAY_MISMATCH, "object %u, \"%s\", has %u bytes in the test and %zu in the program",
                        objects_given, name, data_size, size);
    memcpy(to, data, data_size < size ? data_size : size);
}
