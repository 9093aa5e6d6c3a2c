/* A new thread needs an entry point, which the system call cannot convey: the
 * engine sees the request and decides what becomes of the path. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include "pthread_impl.h"

int __clone(int (*start)(void *), void *stack, int flags, void *arg, ...)
{
	va_list rest;
	int *parent_tid = 0, *child_tid = 0;
	void *tls = 0;

	/* A process that shares nothing but memory has no further arguments. */
	if (flags & CLONE_SETTLS) {
		va_start(rest, arg);
		parent_tid = va_arg(rest, int *);
		tls = va_arg(rest, void *);
		child_tid = va_arg(rest, int *);
		va_end(rest);
	}
	return __syscall(SYS_clone, flags, stack, parent_tid, child_tid, tls);
}
