/* Byte by byte: never reads past the terminator. */
#include <string.h>

char *__strchrnul(const char *s, int c)
{
	char sought = (char)c;

	while (*s && *s != sought)
		s++;
	return (char *)s;
}

weak_alias(__strchrnul, strchrnul);
