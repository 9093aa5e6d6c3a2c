/* The end of a detached thread: without a stack of its own to pull away from
 * under its feet, two ordinary system calls. */
#include "pthread_impl.h"

void __unmapself(void *base, size_t size)
{
	__syscall(SYS_munmap, base, size);
	__syscall(SYS_exit, 0);
}
