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
	return memchr(p, c, -1);
}

void *__rawmemchr(const void *p, int c)
{
	return rawmemchr(p, c);
}

/* By the type of the argument. glibc's isinf gives the sign of the infinity; the names that end in d are
 * those of the BSDs. */
#define CLASSIFY(suffix, type)                                       \
	int __isinf##suffix(type x)                                  \
	{                                                            \
		return isinf(x) ? (x > 0 ? 1 : -1) : 0;              \
	}                                                            \
	int __isnan##suffix(type x)                                  \
	{                                                            \
		return isnan(x);                                     \
	}                                                            \
	int __finite##suffix(type x)                                 \
	{                                                            \
		return isfinite(x);                                  \
	}                                                            \
	int __isfinite##suffix(type x)                               \
	{                                                            \
		return isfinite(x);                                  \
	}                                                            \
	int __isnormal##suffix(type x)                               \
	{                                                            \
		return isnormal(x);                                  \
	}

CLASSIFY(, double)
CLASSIFY(d, double)
CLASSIFY(f, float)
CLASSIFY(l, long double)

int __fpclassifyd(double x)
{
	return fpclassify(x);
}

int __signbitd(double x)
{
	return signbit(x);
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
