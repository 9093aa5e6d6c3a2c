/* Byte by byte: never reads past the terminator or the limit. */
#include <string.h>

char *__stpncpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t i = 0;

	while (i < n && from[i]) {
		to[i] = from[i];
		i++;
	}
	memset(to + i, 0, n - i);
	return to + i;
}

weak_alias(__stpncpy, stpncpy);
