/* Cancellation without signals: with one thread the only one to cancel is the
 * caller, at once or at its next cancellation point. */
#define _GNU_SOURCE
#include <errno.h>
#include "pthread_impl.h"

hidden long __syscall_cp_c(syscall_arg_t, syscall_arg_t, syscall_arg_t, syscall_arg_t,
	syscall_arg_t, syscall_arg_t, syscall_arg_t);

/* In the masked mode, which is musl's own, a due cancellation becomes an error
 * of the system call, once. */
long __syscall_cp_c(syscall_arg_t n, syscall_arg_t a, syscall_arg_t b, syscall_arg_t c,
	syscall_arg_t d, syscall_arg_t e, syscall_arg_t f)
{
	pthread_t self = __pthread_self();
	int due = self->cancel && n != SYS_close;

	if (due && self->canceldisable == PTHREAD_CANCEL_ENABLE)
		pthread_exit(PTHREAD_CANCELED);
	if (due && self->canceldisable == PTHREAD_CANCEL_MASKED) {
		self->canceldisable = PTHREAD_CANCEL_DISABLE;
		return -ECANCELED;
	}
	return __syscall(n, a, b, c, d, e, f);
}

void __testcancel(void)
{
	pthread_t self = __pthread_self();

	if (self->cancel && self->canceldisable == PTHREAD_CANCEL_ENABLE)
		pthread_exit(PTHREAD_CANCELED);
}

int pthread_cancel(pthread_t t)
{
	if (t != __pthread_self())
		return ESRCH;
	t->cancel = 1;
	if (t->canceldisable == PTHREAD_CANCEL_ENABLE && t->cancelasync)
		pthread_exit(PTHREAD_CANCELED);
	return 0;
}
