/* The one thread. Thread-local variables are ordinary globals of the engine, so
 * no image is copied and the module list stays empty. */
#include <elf.h>
#include "pthread_impl.h"
#include "libc.h"

volatile int __thread_list_lock;
struct pthread __strata_thread;

/* dtv[0] counts the modules with thread-local storage. */
static uintptr_t no_modules[1];

int __init_tp(void *p)
{
	pthread_t self = p;

	self->self = self;
	self->prev = self->next = self;
	self->dtv = no_modules;
	self->tid = __syscall(SYS_set_tid_address, &__thread_list_lock);
	self->detach_state = DT_JOINABLE;
	self->locale = &libc.global_locale;
	self->robust_list.head = &self->robust_list.head;
	libc.can_do_threads = 1;
	return 0;
}

/* pthread_create asks for the descriptor of a new thread at the start of
 * libc.tls_size bytes; the clone call that follows is where the path ends. */
void *__copy_tls(unsigned char *mem)
{
	pthread_t td = (void *)mem;

	td->dtv = no_modules;
	return td;
}

void __init_tls(size_t *aux)
{
	libc.tls_align = 16;
	libc.tls_size = (sizeof(struct pthread) + 15) & -16UL;
	__init_tp(&__strata_thread);
}
