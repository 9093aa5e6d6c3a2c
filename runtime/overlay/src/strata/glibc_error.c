/* The functions of glibc's <error.h>. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void verror(int status, int number, const char *file, unsigned line, const char *format, va_list args)
{
	fflush(stdout);
	if (error_print_progname)
		error_print_progname();
	else
		fprintf(stderr, "%s:%s", program_invocation_name, file ? "" : " ");
	if (file)
		fprintf(stderr, "%s:%u: ", file, line);
	vfprintf(stderr, format, args);
	if (number)
		fprintf(stderr, ": %s", strerror(number));
	putc('\n', stderr);
	error_message_count++;
	if (status)
		exit(status);
}

void error(int status, int number, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	verror(status, number, 0, 0, format, args);
	va_end(args);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	static const char *last_file;
	static unsigned last_line;
	va_list args;

	if (error_one_per_line && line == last_line && last_file && strcmp(file, last_file) == 0)
		return;
	last_file = file;
	last_line = line;
	va_start(args, format);
	verror(status, number, file, line, format, args);
	va_end(args);
}
