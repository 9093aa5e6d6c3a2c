/* Atomic operations by compiler builtins, which become plain atomic
 * instructions of the intermediate representation. */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int t, int s)
{
	return __sync_val_compare_and_swap(p, t, s);
}

#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *t, void *s)
{
	return __sync_val_compare_and_swap((void *volatile *)p, t, s);
}

#define a_swap a_swap
static inline int a_swap(volatile int *p, int v)
{
	return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
}

#define a_fetch_add a_fetch_add
static inline int a_fetch_add(volatile int *p, int v)
{
	return __sync_fetch_and_add(p, v);
}

#define a_fetch_and a_fetch_and
static inline int a_fetch_and(volatile int *p, int v)
{
	return __sync_fetch_and_and(p, v);
}

#define a_fetch_or a_fetch_or
static inline int a_fetch_or(volatile int *p, int v)
{
	return __sync_fetch_and_or(p, v);
}

#define a_and a_and
static inline void a_and(volatile int *p, int v)
{
	__sync_fetch_and_and(p, v);
}

#define a_or a_or
static inline void a_or(volatile int *p, int v)
{
	__sync_fetch_and_or(p, v);
}

#define a_and_64 a_and_64
static inline void a_and_64(volatile uint64_t *p, uint64_t v)
{
	__sync_fetch_and_and(p, v);
}

#define a_or_64 a_or_64
static inline void a_or_64(volatile uint64_t *p, uint64_t v)
{
	__sync_fetch_and_or(p, v);
}

#define a_inc a_inc
static inline void a_inc(volatile int *p)
{
	__sync_fetch_and_add(p, 1);
}

#define a_dec a_dec
static inline void a_dec(volatile int *p)
{
	__sync_fetch_and_sub(p, 1);
}

#define a_store a_store
static inline void a_store(volatile int *p, int v)
{
	__atomic_store_n(p, v, __ATOMIC_SEQ_CST);
}

#define a_barrier a_barrier
static inline void a_barrier(void)
{
	__sync_synchronize();
}

#define a_spin a_spin
static inline void a_spin(void)
{
}

#define a_crash a_crash
static inline void a_crash(void)
{
	__builtin_trap();
}

/* Callers do pass zero (the sort functions do) and expect zero, where the
 * builtin is undefined. */
#define a_ctz_64 a_ctz_64
static inline int a_ctz_64(uint64_t x)
{
	return x ? __builtin_ctzll(x) : 0;
}

#define a_clz_64 a_clz_64
static inline int a_clz_64(uint64_t x)
{
	return x ? __builtin_clzll(x) : 64;
}
