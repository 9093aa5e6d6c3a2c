/* The one function of <klee/klee.h> that the library itself can answer. */

#include <errno.h>

int klee_get_errno(void)
{
	return errno;
}
