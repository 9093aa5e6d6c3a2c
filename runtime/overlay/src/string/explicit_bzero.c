/* Nothing to hide from an optimiser that has already run: a call is enough. */
#define _BSD_SOURCE
#include <string.h>

void explicit_bzero(void *p, size_t n)
{
	memset(p, 0, n);
}
