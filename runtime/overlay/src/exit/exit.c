/* Normal termination. The parts are weak here and strong in the files that need
 * them, so that a program which links none of those pays for none. */
#include <stdlib.h>
#include "libc.h"

static void nothing(void)
{
}
weak_alias(nothing, __strata_thread_exit);
weak_alias(nothing, __funcs_on_exit);
weak_alias(nothing, __stdio_exit);

/* Thread-local objects end before static ones. */
_Noreturn void exit(int code)
{
	__strata_thread_exit();
	__funcs_on_exit();
	__libc_exit_fini();
	__stdio_exit();
	_Exit(code);
}
