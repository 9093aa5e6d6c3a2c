/* Stack protector. Its guard is constant: a random one would only make runs
 * differ, and the engine sees an overflow where it happens. */
#include <stdint.h>
#include <stdlib.h>
#include "pthread_impl.h"

/* A zero byte, as usual, so that string functions do not copy past it. */
uintptr_t __stack_chk_guard = 0x5374726174610057;

void __init_ssp(void *entropy)
{
	__pthread_self()->canary = __stack_chk_guard;
}

_Noreturn void __stack_chk_fail(void)
{
	abort();
}

hidden void __stack_chk_fail_local(void);
weak_alias(__stack_chk_fail, __stack_chk_fail_local);
