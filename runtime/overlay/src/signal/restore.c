/* How a signal reaches its handler: the engine calls __strata_signal at the end
 * of a system call, where a kernel would have the program return to the handler.
 * sigaction refers to the other two, which nobody calls. */
#include <signal.h>
#include <ucontext.h>
#include "syscall.h"

void __restore(void)
{
}

void __restore_rt(void)
{
}

/* detailed: the handler was set with SA_SIGINFO, and is told the last four. mask: what is blocked afterwards. */
void __strata_signal(void (*handler)(int), int number, int detailed, unsigned long mask,
	int code, int process, int user, int status)
{
	if (detailed) {
		siginfo_t details = {0};
		ucontext_t context = {0};
		details.si_signo = number;
		details.si_code = code;
		details.si_pid = process;
		details.si_uid = user;
		details.si_status = status;
		((void (*)(int, siginfo_t *, void *))handler)(number, &details, &context);
	} else {
		handler(number);
	}
	__syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, sizeof mask);
}
