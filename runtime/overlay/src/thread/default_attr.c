/* No guard pages: an overrun of a stack is seen by object, and without them
 * pthread_create reaches clone without a call of mprotect before it. */
#include "pthread_impl.h"

unsigned __default_stacksize = DEFAULT_STACK_SIZE;
unsigned __default_guardsize = 0;
