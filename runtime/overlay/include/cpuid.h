/* The compiler's header asks the processor by instructions of its own. Programs are to do the same everywhere, in
 * the engine and natively: here the processor has no extensions. Names of bits are the compiler's. */
#ifndef _STRATA_CPUID_H
#define _STRATA_CPUID_H

#define __get_cpuid_max __processor_cpuid_max
#define __get_cpuid __processor_cpuid
#define __get_cpuid_count __processor_cpuid_count
#include_next <cpuid.h>
#undef __get_cpuid_max
#undef __get_cpuid
#undef __get_cpuid_count
#undef __cpuid
#undef __cpuid_count

#define __cpuid(leaf, a, b, c, d) ((void)(leaf), (a) = 0, (b) = 0, (c) = 0, (d) = 0)
#define __cpuid_count(leaf, count, a, b, c, d) ((void)(leaf), (void)(count), (a) = 0, (b) = 0, (c) = 0, (d) = 0)

static __inline unsigned __get_cpuid_max(unsigned leaf, unsigned *signature)
{
    (void)leaf;
    if (signature)
        *signature = 0;
    return 0;
}

static __inline int __get_cpuid(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    (void)leaf, (void)a, (void)b, (void)c, (void)d;
    return 0;
}

static __inline int __get_cpuid_count(unsigned leaf, unsigned count, unsigned *a, unsigned *b, unsigned *c,
                                      unsigned *d)
{
    (void)leaf, (void)count, (void)a, (void)b, (void)c, (void)d;
    return 0;
}

#endif
