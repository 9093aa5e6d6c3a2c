/* The functions of the software verification competition. They are weak: its programs define some of
 * them themselves. */

#include "replay.h"

#include <stdint.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))

#define NONDET(name, type)                       \
    type __VERIFIER_nondet_##name(void);         \
    WEAK type __VERIFIER_nondet_##name(void)     \
    {                                            \
        type value;                              \
        replay_next(&value, sizeof value, "__VERIFIER_nondet_" #name); \
        return value;                            \
    }

NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_char, unsigned char)
NONDET(unsigned_int, unsigned)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)

_Bool __VERIFIER_nondet_bool(void);
WEAK _Bool __VERIFIER_nondet_bool(void)
{
    unsigned char value;
    replay_next(&value, sizeof value, "__VERIFIER_nondet_bool");
    return value != 0;
}

void __VERIFIER_nondet_memory(void *memory, size_t size);
WEAK void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    if (size)
        replay_next(memory, size, "__VERIFIER_nondet_memory");
}

void __VERIFIER_assume(int condition);
WEAK void __VERIFIER_assume(int condition)
{
    if (!condition)
        replay_stop(REPLAY_ASSUMPTION, "an assumption does not hold");
}

void reach_error(void);
WEAK void reach_error(void)
{
    replay_say("reach_error is reached");
    abort();
}

void __VERIFIER_error(void);
WEAK void __VERIFIER_error(void)
{
    replay_say("__VERIFIER_error is reached");
    abort();
}

void __VERIFIER_atomic_begin(void);
WEAK void __VERIFIER_atomic_begin(void)
{
}

void __VERIFIER_atomic_end(void);
WEAK void __VERIFIER_atomic_end(void)
{
}
