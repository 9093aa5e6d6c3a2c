/* The engine's side of the contract, for the processor: with it a program that
 * is linked with the runtime's bitcode runs natively, so the runtime is tested
 * without the engine, against the system's own C libraries. */
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#include "../replay/system.h"

#define ALIGNMENT 16
#define ARENA (256UL << 20)

_Noreturn void exit_with(int code);
_Noreturn void __strata_start(long *sp);

/* Entry point and non-local jumps. A jmp_buf holds rbx, rbp, r12 to r15, the
 * stack pointer and the return address. */
__asm__(
	".globl _start\n"
	"_start:\n"
	"	xor %ebp, %ebp\n"
	"	mov %rsp, %rdi\n"
	"	and $-16, %rsp\n"
	"	call start\n"
	".globl setjmp, _setjmp, __setjmp, sigsetjmp, __sigsetjmp\n"
	"setjmp: _setjmp: __setjmp: sigsetjmp: __sigsetjmp:\n"
	"	mov %rbx, (%rdi)\n"
	"	mov %rbp, 8(%rdi)\n"
	"	mov %r12, 16(%rdi)\n"
	"	mov %r13, 24(%rdi)\n"
	"	mov %r14, 32(%rdi)\n"
	"	mov %r15, 40(%rdi)\n"
	"	lea 8(%rsp), %rdx\n"
	"	mov %rdx, 48(%rdi)\n"
	"	mov (%rsp), %rdx\n"
	"	mov %rdx, 56(%rdi)\n"
	"	xor %eax, %eax\n"
	"	ret\n"
	".globl longjmp, _longjmp, siglongjmp\n"
	"longjmp: _longjmp: siglongjmp:\n"
	"	mov %esi, %eax\n"
	"	cmp $1, %eax\n"
	"	adc $0, %eax\n"
	"	mov (%rdi), %rbx\n"
	"	mov 8(%rdi), %rbp\n"
	"	mov 16(%rdi), %r12\n"
	"	mov 24(%rdi), %r13\n"
	"	mov 32(%rdi), %r14\n"
	"	mov 40(%rdi), %r15\n"
	"	mov 48(%rdi), %rsp\n"
	"	jmp *56(%rdi)\n");

long __strata_syscall(long n, long a, long b, long c, long d, long e, long f)
{
	return system_call(n, a, b, c, d, e, f);
}

_Noreturn void exit_with(int code)
{
	for (;;)
		__strata_syscall(231, code, 0, 0, 0, 0, 0);
}

_Noreturn void __strata_abort(void)
{
	exit_with(134);
}

_Noreturn void __strata_assert_fail(const char *expr, const char *file, int line, const char *func)
{
	exit_with(135);
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((char *)to)[i] = ((const char *)from)[i];
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	if ((uintptr_t)to <= (uintptr_t)from)
		return memcpy(to, from, n);
	while (n-- > 0)
		((char *)to)[n] = ((const char *)from)[n];
	return to;
}

void *memset(void *p, int c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((char *)p)[i] = (char)c;
	return p;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;

	for (; n > 0; n--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

void *memchr(const void *p, int c, size_t n)
{
	for (const unsigned char *x = p; n > 0; n--, x++)
		if (*x == (unsigned char)c)
			return (void *)x;
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

/* Allocation takes from one arena and gives nothing back; the size of each
 * block stands before it. */
static char arena[ARENA] __attribute__((aligned(ALIGNMENT)));
static size_t used;

void *aligned_alloc(size_t alignment, size_t size)
{
	size_t start = used + ALIGNMENT;

	if (alignment < ALIGNMENT)
		alignment = ALIGNMENT;
	start = (start + alignment - 1) & -alignment;
	if (size > ARENA || start + size > ARENA)
		return 0;
	used = start + ((size + ALIGNMENT - 1) & -(size_t)ALIGNMENT);
	*(size_t *)(arena + start - ALIGNMENT) = size;
	return memset(arena + start, 0xa5, size);
}

void *memalign(size_t alignment, size_t size)
{
	return aligned_alloc(alignment, size);
}

void *malloc(size_t size)
{
	return aligned_alloc(ALIGNMENT, size);
}

void free(void *p)
{
}

size_t malloc_usable_size(void *p)
{
	return p ? *(size_t *)((char *)p - ALIGNMENT) : 0;
}

void *calloc(size_t count, size_t size)
{
	size_t total;
	void *p = __builtin_mul_overflow(count, size, &total) ? 0 : malloc(total);

	return p ? memset(p, 0, total) : 0;
}

void *realloc(void *p, size_t size)
{
	size_t old = malloc_usable_size(p);
	void *new = malloc(size);

	return new ? memcpy(new, p, old < size ? old : size) : 0;
}

/* Thread-local variables of the program, below the address the processor finds
 * them by. The engine has them as globals. */
static char thread_area[4096] __attribute__((aligned(64)));

static void place_thread_locals(const Elf64_Phdr *segment, long count)
{
	char **thread = (char **)(thread_area + sizeof thread_area - 64);

	for (; count > 0; count--, segment++)
		if (segment->p_type == PT_TLS) {
			size_t size = (segment->p_memsz + segment->p_align - 1) & -segment->p_align;
			memcpy((char *)thread - size, (void *)segment->p_vaddr, segment->p_filesz);
		}
	*thread = (char *)thread;
	__strata_syscall(158, 0x1002, (long)thread, 0, 0, 0, 0);
}

_Noreturn void start(long *sp)
{
	long *aux = sp + 1 + sp[0] + 1, header = 0, count = 0;

	while (*aux++)
		continue;
	for (; aux[0] != AT_NULL; aux += 2) {
		if (aux[0] == AT_PHDR)
			header = aux[1];
		if (aux[0] == AT_PHNUM)
			count = aux[1];
	}
	place_thread_locals((const Elf64_Phdr *)header, count);
	__strata_start(sp);
}
