/* Checked formatting functions; see glibc_fortify.h. Their flag asks to refuse
 * %n in writable memory, which is not done here. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include "glibc_fortify.h"

int __vsnprintf_chk(char *to, size_t n, int flag, size_t limit, const char *format, va_list args)
{
	int length = vsnprintf(to, n, format, args);

	within(n, limit);
	return length;
}

int __vsprintf_chk(char *to, int flag, size_t limit, const char *format, va_list args)
{
	int length = vsprintf(to, format, args);

	within((size_t)length + 1, limit);
	return length;
}

int __vfprintf_chk(FILE *f, int flag, const char *format, va_list args)
{
	return vfprintf(f, format, args);
}

int __vprintf_chk(int flag, const char *format, va_list args)
{
	return vprintf(format, args);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list args)
{
	return vdprintf(fd, format, args);
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list args)
{
	return vasprintf(to, format, args);
}

/* Calls one of the functions above with the rest of the arguments. */
#define FORWARD(call) \
	va_list args; \
	int result; \
	va_start(args, format); \
	result = call; \
	va_end(args); \
	return result

int __snprintf_chk(char *to, size_t n, int flag, size_t limit, const char *format, ...)
{
	FORWARD(__vsnprintf_chk(to, n, flag, limit, format, args));
}

int __sprintf_chk(char *to, int flag, size_t limit, const char *format, ...)
{
	FORWARD(__vsprintf_chk(to, flag, limit, format, args));
}

int __fprintf_chk(FILE *f, int flag, const char *format, ...)
{
	FORWARD(vfprintf(f, format, args));
}

int __printf_chk(int flag, const char *format, ...)
{
	FORWARD(vprintf(format, args));
}

int __dprintf_chk(int fd, int flag, const char *format, ...)
{
	FORWARD(vdprintf(fd, format, args));
}

int __asprintf_chk(char **to, int flag, const char *format, ...)
{
	FORWARD(vasprintf(to, format, args));
}
