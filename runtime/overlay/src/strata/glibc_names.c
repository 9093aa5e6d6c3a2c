/* Small functions that bitcode compiled against glibc's headers calls by names
 * which musl does not have. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

char *__strdup(const char *s)
{
	return strdup(s);
}

char *__strndup(const char *s, size_t n)
{
	return strndup(s, n);
}

void *rawmemchr(const void *p, int c)
{
	const unsigned char *byte = p;

	while (*byte != (unsigned char)c)
		byte++;
	return (void *)byte;
}

void *__rawmemchr(const void *p, int c)
{
	return rawmemchr(p, c);
}

/* glibc's isinf gives the sign of the infinity. */
int __isinf(double x)
{
	return isinf(x) ? (x > 0 ? 1 : -1) : 0;
}

int __isnan(double x)
{
	return isnan(x);
}

int __finite(double x)
{
	return isfinite(x);
}

/* There is no stack to walk by address. */
int backtrace(void **frames, int n)
{
	return 0;
}

char **backtrace_symbols(void *const *frames, int n)
{
	return 0;
}

void backtrace_symbols_fd(void *const *frames, int n, int fd)
{
}

const char *gnu_get_libc_version(void)
{
	return "2.36";
}
