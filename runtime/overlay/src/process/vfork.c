/* The child shares the memory of its parent. It leaves this function, which has
 * no locals, and its parent leaves it again. */
#define _GNU_SOURCE
#include <unistd.h>
#include "syscall.h"

pid_t vfork(void)
{
	return syscall(SYS_vfork);
}
