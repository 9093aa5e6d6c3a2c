/* The library functions clang calls for atomic objects that are too large or
 * not aligned. One thread: plain accesses will do. */
#include <stdint.h>
#include <string.h>

/* The names are builtins, which C cannot define: hence the labels. */
#define NAMED(name) __asm__(name)

void load_any(size_t n, const void *from, void *to, int order) NAMED("__atomic_load");
void store_any(size_t n, void *to, const void *from, int order) NAMED("__atomic_store");
void exchange_any(size_t n, void *p, const void *with, void *old, int order) NAMED("__atomic_exchange");
_Bool compare_exchange_any(size_t n, void *p, void *expected, const void *desired, int success, int failure)
	NAMED("__atomic_compare_exchange");
_Bool is_lock_free(size_t n, const volatile void *p) NAMED("__atomic_is_lock_free");

void load_any(size_t n, const void *from, void *to, int order)
{
	memcpy(to, from, n);
}

void store_any(size_t n, void *to, const void *from, int order)
{
	memcpy(to, from, n);
}

void exchange_any(size_t n, void *p, const void *with, void *old, int order)
{
	unsigned char *object = p, *previous = old;
	const unsigned char *value = with;

	for (size_t i = 0; i < n; i++) {
		unsigned char byte = value[i];
		previous[i] = object[i];
		object[i] = byte;
	}
}

_Bool compare_exchange_any(size_t n, void *p, void *expected, const void *desired, int success, int failure)
{
	if (memcmp(p, expected, n) == 0) {
		memcpy(p, desired, n);
		return 1;
	}
	memcpy(expected, p, n);
	return 0;
}

_Bool is_lock_free(size_t n, const volatile void *p)
{
	return n <= 8 && (n & (n - 1)) == 0;
}

#define FETCH(size, type, name, expression) \
	type fetch_##name##_##size(type *p, type v, int order) NAMED("__atomic_fetch_" #name "_" #size); \
	type fetch_##name##_##size(type *p, type v, int order) \
	{ \
		type old = *p; \
		*p = expression; \
		return old; \
	}

#define SIZED(size, type) \
	type load_##size(const type *p, int order) NAMED("__atomic_load_" #size); \
	type load_##size(const type *p, int order) \
	{ \
		return *p; \
	} \
	void store_##size(type *p, type v, int order) NAMED("__atomic_store_" #size); \
	void store_##size(type *p, type v, int order) \
	{ \
		*p = v; \
	} \
	type exchange_##size(type *p, type v, int order) NAMED("__atomic_exchange_" #size); \
	type exchange_##size(type *p, type v, int order) \
	{ \
		type old = *p; \
		*p = v; \
		return old; \
	} \
	_Bool compare_exchange_##size(type *p, type *expected, type v, int success, int failure) \
		NAMED("__atomic_compare_exchange_" #size); \
	_Bool compare_exchange_##size(type *p, type *expected, type v, int success, int failure) \
	{ \
		type old = *p; \
		if (old != *expected) { \
			*expected = old; \
			return 0; \
		} \
		*p = v; \
		return 1; \
	} \
	FETCH(size, type, add, old + v) \
	FETCH(size, type, sub, old - v) \
	FETCH(size, type, and, old & v) \
	FETCH(size, type, or, old | v) \
	FETCH(size, type, xor, old ^ v) \
	FETCH(size, type, nand, ~(old & v))

/* An object that needs these functions may be aligned to less than its size. */
typedef uint16_t unaligned16 __attribute__((__aligned__(1)));
typedef uint32_t unaligned32 __attribute__((__aligned__(1)));
typedef uint64_t unaligned64 __attribute__((__aligned__(1)));
typedef unsigned __int128 unaligned128 __attribute__((__aligned__(1)));

SIZED(1, uint8_t)
SIZED(2, unaligned16)
SIZED(4, unaligned32)
SIZED(8, unaligned64)
SIZED(16, unaligned128)
