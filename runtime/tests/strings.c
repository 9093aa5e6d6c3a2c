/* The string functions of the overlay against the system's, on random strings
 * that end right before an inaccessible page: a read past the end crashes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define weak_alias(old, new)
#define memccpy our_memccpy
#define __stpcpy our_stpcpy
#define __stpncpy our_stpncpy
#define __strchrnul our_strchrnul
#define strlcpy our_strlcpy
#include "../overlay/src/string/memccpy.c"
#include "../overlay/src/string/stpcpy.c"
#include "../overlay/src/string/stpncpy.c"
#include "../overlay/src/string/strchrnul.c"
#include "../overlay/src/string/strlcpy.c"
#undef memccpy

#define LONGEST 40
#define PAGE 4096

static char *page_end(void)
{
	char *p = mmap(0, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + PAGE, PAGE, PROT_NONE))
		exit(2);
	return p + PAGE;
}

static void require(int condition, const char *what, const char *s, size_t n, int c)
{
	if (condition)
		return;
	printf("%s differs: string of %zu bytes, limit %zu, character %d\n", what, strlen(s), n, c);
	exit(1);
}

/* Two equal buffers, one for each implementation. */
static char ours[2 * LONGEST], theirs[2 * LONGEST];

static void same_buffers(const char *what, const char *s, size_t n, int c)
{
	require(memcmp(ours, theirs, sizeof ours) == 0, what, s, n, c);
	memset(ours, 0x55, sizeof ours);
	memset(theirs, 0x55, sizeof theirs);
}

static void compare(const char *s, size_t length, size_t n, int c)
{
	require(our_strchrnul(s, c) == strchrnul(s, c), "strchrnul", s, n, c);

	require(our_stpcpy(ours, s) - ours == stpcpy(theirs, s) - theirs, "stpcpy", s, n, c);
	same_buffers("stpcpy", s, n, c);

	require(our_stpncpy(ours, s, n) - ours == stpncpy(theirs, s, n) - theirs, "stpncpy", s, n, c);
	same_buffers("stpncpy", s, n, c);

	int expected = snprintf(theirs, n, "%s", s);
	require(our_strlcpy(ours, s, n) == (size_t)expected, "strlcpy", s, n, c);
	same_buffers("strlcpy", s, n, c);

	/* memccpy may read up to its limit where the byte is missing. */
	size_t limit = memchr(s, c, length + 1) ? n : length + 1 < n ? length + 1 : n;
	char *a = our_memccpy(ours, s, c, limit), *b = memccpy(theirs, s, c, limit);
	require((a ? a - ours : -1) == (b ? b - theirs : -1), "memccpy", s, n, c);
	same_buffers("memccpy", s, n, c);
}

int main(void)
{
	char *end = page_end();
	int rounds = 200000;

	srand(1);
	memset(ours, 0x55, sizeof ours);
	memset(theirs, 0x55, sizeof theirs);
	for (int i = 0; i < rounds; i++) {
		size_t length = rand() % LONGEST;
		char *s = end - length - 1;
		for (size_t k = 0; k < length; k++)
			s[k] = 1 + rand() % (i % 2 ? 4 : 255);
		s[length] = 0;
		compare(s, length, rand() % (2 * LONGEST), rand() % (i % 2 ? 5 : 256));
	}
	printf("strings: %d rounds agree\n", rounds);
	return 0;
}
