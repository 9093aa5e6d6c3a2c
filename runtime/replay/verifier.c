/* The functions of the software verification competition. They are weak: its programs define some of
 * them themselves. */

#include "replay.h"

#include <stdint.h>
#include <stddef.h>
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
NONDET(BOOL, int)
NONDET(CHAR, char)
NONDET(DOUBLE, double)
NONDET(FLOAT, float)
NONDET(INT, int)
NONDET(LONG, long)
NONDET(S16, int16_t)
NONDET(S32, int32_t)
NONDET(S64, int64_t)
NONDET(S8, int8_t)
NONDET(SHORT, short)
NONDET(U16, uint16_t)
NONDET(U32, uint32_t)
NONDET(U64, uint64_t)
NONDET(U8, uint8_t)
NONDET(UCHAR, unsigned char)
NONDET(UINT, unsigned)
NONDET(ULONG, unsigned long)
NONDET(USHORT, unsigned short)
NONDET(charp, char *)
NONDET(const_char_pointer, const char *)
NONDET(gfp_t, unsigned)
NONDET(gid_t, unsigned)
NONDET(int16_t, int16_t)
NONDET(int32_t, int32_t)
NONDET(int64_t, int64_t)
NONDET(int8_t, int8_t)
NONDET(intptr_t, intptr_t)
NONDET(long_int, long)
NONDET(long_long, long long)
NONDET(long_long_int, long long)
NONDET(off_t, long)
NONDET(pid_t, int)
NONDET(pthread_t, unsigned long)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
NONDET(s8, int8_t)
NONDET(schar, signed char)
NONDET(short_int, short)
NONDET(signed_char, signed char)
NONDET(signed_int, int)
NONDET(ssize_t, long)
NONDET(time_t, long)
NONDET(u64, uint64_t)
NONDET(uid_t, unsigned)
NONDET(uint16_t, uint16_t)
NONDET(uint32_t, uint32_t)
NONDET(uint64_t, uint64_t)
NONDET(uint8_t, uint8_t)
NONDET(uintptr_t, uintptr_t)
NONDET(unsigned_long, unsigned long)
NONDET(unsigned_long_long, unsigned long long)
NONDET(unsigned_longlong, unsigned long long)
NONDET(unsigned_short, unsigned short)
NONDET(unsigned_short_int, unsigned short)
NONDET(wchar_t, wchar_t)

#define TRUTH(name)                                                    \
    _Bool __VERIFIER_nondet_##name(void);                              \
    WEAK _Bool __VERIFIER_nondet_##name(void)                          \
    {                                                                  \
        unsigned char value;                                           \
        replay_next(&value, sizeof value, "__VERIFIER_nondet_" #name); \
        return value != 0;                                             \
    }

TRUTH(_Bool)
TRUTH(bool)

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
