/* There is one thread, and its descriptor is a global: the thread pointer is a
 * link-time constant instead of a segment register. */
extern struct __pthread __strata_thread;

static inline uintptr_t __get_tp(void)
{
	return (uintptr_t)&__strata_thread;
}

#define MC_PC gregs[REG_RIP]
