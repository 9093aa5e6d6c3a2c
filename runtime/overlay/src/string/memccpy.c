/* Byte by byte: never reads past the byte sought. */
#include <string.h>

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	unsigned char *d = to;
	const unsigned char *s = from;
	unsigned char stop = (unsigned char)c;

	for (size_t i = 0; i < n; i++) {
		d[i] = s[i];
		if (s[i] == stop)
			return d + i + 1;
	}
	return 0;
}
