/* What the checked functions share. They exist for bitcode that was compiled
 * against glibc's headers under _FORTIFY_SOURCE. The operation comes first:
 * where it leaves its object, the engine's report says more than the abort that
 * follows when it only leaves the member it was given. */
#include <stddef.h>

_Noreturn void __chk_fail(void);

static inline void within(size_t used, size_t limit)
{
	if (used > limit)
		__chk_fail();
}
