/* The engine reports the assertion; the text on stderr would only repeat it. */
#include <assert.h>

_Noreturn void __strata_assert_fail(const char *expr, const char *file, int line, const char *func);

_Noreturn void __assert_fail(const char *expr, const char *file, int line, const char *func)
{
	__strata_assert_fail(expr, file, line, func);
}
