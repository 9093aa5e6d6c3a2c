/* Byte by byte: never reads past the terminator. */
#define _BSD_SOURCE
#include <string.h>

size_t strlcpy(char *to, const char *from, size_t n)
{
	size_t i = 0;

	if (n == 0)
		return strlen(from);
	while (i < n - 1 && from[i]) {
		to[i] = from[i];
		i++;
	}
	to[i] = 0;
	return i + strlen(from + i);
}
