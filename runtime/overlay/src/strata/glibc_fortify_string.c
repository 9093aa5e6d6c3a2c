/* Checked memory and string functions; see glibc_fortify.h. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include "glibc_fortify.h"

_Noreturn void __chk_fail(void)
{
	abort();
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t limit)
{
	memcpy(to, from, n);
	within(n, limit);
	return to;
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t limit)
{
	memmove(to, from, n);
	within(n, limit);
	return to;
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t limit)
{
	return (char *)__memcpy_chk(to, from, n, limit) + n;
}

void *__memset_chk(void *p, int c, size_t n, size_t limit)
{
	memset(p, c, n);
	within(n, limit);
	return p;
}

void __explicit_bzero_chk(void *p, size_t n, size_t limit)
{
	__memset_chk(p, 0, n, limit);
}

char *__stpcpy_chk(char *to, const char *from, size_t limit)
{
	char *end = stpcpy(to, from);

	within(end - to + 1, limit);
	return end;
}

char *__strcpy_chk(char *to, const char *from, size_t limit)
{
	__stpcpy_chk(to, from, limit);
	return to;
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t limit)
{
	char *end = stpncpy(to, from, n);

	within(n, limit);
	return end;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t limit)
{
	__stpncpy_chk(to, from, n, limit);
	return to;
}

char *__strcat_chk(char *to, const char *from, size_t limit)
{
	size_t start = strlen(to);

	within(stpcpy(to + start, from) - to + 1, limit);
	return to;
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t limit)
{
	strncat(to, from, n);
	within(strlen(to) + 1, limit);
	return to;
}

_Noreturn void __longjmp_chk(jmp_buf env, int value)
{
	longjmp(env, value);
}
