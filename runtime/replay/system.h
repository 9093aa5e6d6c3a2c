/* What is needed of the C library, without it: a program may define `open` or `memcpy` itself, and would be
 * called. */

#ifndef STRATA_REPLAY_SYSTEM_H
#define STRATA_REPLAY_SYSTEM_H

#include <stddef.h>
#include <sys/syscall.h>

extern char **environ;

/* What the system returns: an error is its number, negated. */
static inline long system_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static inline void system_copy(unsigned char *to, const unsigned char *from, size_t size)
{
    for (size_t at = 0; at < size; at++)
        to[at] = from[at];
}

static inline void system_zero(unsigned char *to, size_t size)
{
    for (size_t at = 0; at < size; at++)
        to[at] = 0;
}

/* Whether bytes are a string. */
static inline int system_is(const char *bytes, size_t size, const char *string)
{
    size_t at = 0;
    while (at < size && string[at] && bytes[at] == string[at])
        at++;
    return at == size && !string[at];
}

/* A variable of the environment, or NULL. */
static inline const char *system_variable(const char *name)
{
    for (char **entry = environ; entry && *entry; entry++) {
        size_t length = 0;
        while (name[length] && (*entry)[length] == name[length])
            length++;
        if (!name[length] && (*entry)[length] == '=')
            return *entry + length + 1;
    }
    return NULL;
}

#endif
