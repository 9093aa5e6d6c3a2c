/* The engine ends the path, with the kind of end that a user looks for. */
#include <stdlib.h>

_Noreturn void __strata_abort(void);

_Noreturn void abort(void)
{
	__strata_abort();
}
