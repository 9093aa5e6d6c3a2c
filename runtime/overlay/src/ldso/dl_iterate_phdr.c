/* A program here has no ELF segments to iterate over. */
#define _GNU_SOURCE
#include <link.h>

int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data)
{
	return 0;
}
