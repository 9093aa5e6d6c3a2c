/* C23 gave conversions of integers a new meaning for 0b, so the headers of
 * glibc 2.38 and later rename them. The meaning here is the older one. */
#include <inttypes.h>
#include <stdlib.h>

long __isoc23_strtol(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base)
{
	return strtoll(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
	return strtoull(s, end, base);
}

intmax_t __isoc23_strtoimax(const char *s, char **end, int base)
{
	return strtoimax(s, end, base);
}

uintmax_t __isoc23_strtoumax(const char *s, char **end, int base)
{
	return strtoumax(s, end, base);
}
