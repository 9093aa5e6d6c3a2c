/* Character by character: never reads past the terminator. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Without a destination the length is wanted, and neither the source nor the
 * state may change. */
static size_t length(const char *s, mbstate_t state)
{
	for (size_t n = 0;; n++) {
		size_t used = mbrtowc(0, s, MB_CUR_MAX, &state);
		if (used == 0)
			return n;
		if (used > MB_CUR_MAX)
			return -1;
		s += used;
	}
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t limit, mbstate_t *restrict state)
{
	mbstate_t fresh = {0};

	if (!state)
		state = &fresh;
	if (!to)
		return length(*from, *state);
	for (size_t n = 0; n < limit; n++) {
		size_t used = mbrtowc(to + n, *from, MB_CUR_MAX, state);
		if (used == 0) {
			*from = 0;
			return n;
		}
		if (used > MB_CUR_MAX)
			return -1;
		*from += used;
	}
	return limit;
}
