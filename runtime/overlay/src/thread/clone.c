/* A new process or thread starts in a function of its own. A process that the
 * engine makes comes back from the system call with 0, as from fork, in the
 * frames of its parent, which waits: it needs no stack. Threads are not made. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include "pthread_impl.h"

int __clone(int (*start)(void *), void *stack, int flags, void *arg, ...)
{
	va_list rest;
	int *parent_tid = 0, *child_tid = 0;
	void *tls = 0;
	int id;

	/* A process that shares nothing but memory has no further arguments. */
	if (flags & CLONE_SETTLS) {
		va_start(rest, arg);
		parent_tid = va_arg(rest, int *);
		tls = va_arg(rest, void *);
		child_tid = va_arg(rest, int *);
		va_end(rest);
	}
	id = __syscall(SYS_clone, flags, stack, parent_tid, child_tid, tls);
	if (!id)
		__syscall(SYS_exit, start(arg));
	return id;
}
