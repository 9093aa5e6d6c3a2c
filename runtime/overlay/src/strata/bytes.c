/* Operations on bytes one at a time. The engine does these itself as long as it
 * knows where and how much; with a symbolic pointer, length or byte it calls
 * these, so that every decision on the way is an ordinary one of the program. */
#include <stddef.h>

#define PLAIN __attribute__((no_builtin))

PLAIN void *__strata_memmove(void *to, const void *from, size_t n)
{
	unsigned char *d = to;
	const unsigned char *s = from;
	if (d <= s)
		for (size_t i = 0; i < n; i++) d[i] = s[i];
	else
		while (n-- > 0) d[n] = s[n];
	return to;
}

/* Ranges do not overlap, so the order is free and no address is compared. */
PLAIN void *__strata_memcpy(void *to, const void *from, size_t n)
{
	unsigned char *d = to;
	const unsigned char *s = from;
	for (size_t i = 0; i < n; i++) d[i] = s[i];
	return to;
}

PLAIN void *__strata_memset(void *to, int byte, size_t n)
{
	unsigned char *d = to;
	for (size_t i = 0; i < n; i++) d[i] = byte;
	return to;
}

PLAIN int __strata_memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;
	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
	return 0;
}

PLAIN void *__strata_memchr(const void *at, int byte, size_t n)
{
	const unsigned char *s = at;
	for (size_t i = 0; i < n; i++)
		if (s[i] == (unsigned char)byte) return (void *)(s + i);
	return 0;
}

PLAIN size_t __strata_strlen(const char *s)
{
	size_t n = 0;
	while (s[n]) n++;
	return n;
}
