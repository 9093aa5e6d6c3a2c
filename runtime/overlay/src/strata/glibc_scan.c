/* The scanning functions under the names that glibc_strto.c explains. */
#include <stdarg.h>
#include <stdio.h>

int __isoc23_vsscanf(const char *s, const char *format, va_list args)
{
	return vsscanf(s, format, args);
}

int __isoc23_vfscanf(FILE *f, const char *format, va_list args)
{
	return vfscanf(f, format, args);
}

#define FORWARD(call) \
	va_list args; \
	int result; \
	va_start(args, format); \
	result = call; \
	va_end(args); \
	return result

int __isoc23_sscanf(const char *s, const char *format, ...)
{
	FORWARD(vsscanf(s, format, args));
}

int __isoc23_fscanf(FILE *f, const char *format, ...)
{
	FORWARD(vfscanf(f, format, args));
}

int __isoc23_scanf(const char *format, ...)
{
	FORWARD(vfscanf(stdin, format, args));
}
