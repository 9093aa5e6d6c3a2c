/* Start-up. The engine calls __strata_start with the System V initial stack:
 * argc, argv..., NULL, envp..., NULL, pairs of the auxiliary vector, AT_NULL. */
#include <elf.h>
#include <stdlib.h>
#include <unistd.h>
#include "libc.h"

typedef void constructor(int, char **, char **);
typedef void destructor(void);

/* The bounds of the three arrays come from the linker, which makes each array
 * one object: start and end are its offset 0 and its size. */
extern hidden constructor *const __preinit_array_start[], *const __preinit_array_end[];
extern hidden constructor *const __init_array_start[], *const __init_array_end[];
extern hidden destructor *const __fini_array_start[], *const __fini_array_end[];

/* Length by subtraction: the optimiser takes two symbols for different objects,
 * so it may decide a comparison of start with end while it compiles. */
#define COUNT(array) \
	(((size_t)array##_end - (size_t)array##_start) / sizeof array##_start[0])

int main(int, char **, char **);

static void no_canary(void *entropy)
{
}
weak_alias(no_canary, __init_ssp);

static void name_program(char *name)
{
	__progname = __progname_full = name;
	for (char *p = name; *p; p++)
		if (*p == '/')
			__progname = p + 1;
}

void __init_libc(char **envp, char *name)
{
	size_t aux[64] = {0};
	char **end = envp;

	__environ = envp;
	while (*end)
		end++;
	libc.auxv = (size_t *)(end + 1);
	for (size_t *entry = libc.auxv; entry[0]; entry += 2)
		if (entry[0] < sizeof aux / sizeof aux[0])
			aux[entry[0]] = entry[1];
	__hwcap = aux[AT_HWCAP];
	libc.page_size = aux[AT_PAGESZ] ? aux[AT_PAGESZ] : 4096;
	libc.secure = aux[AT_SECURE] || aux[AT_UID] != aux[AT_EUID]
		|| aux[AT_GID] != aux[AT_EGID];
	if (!name)
		name = (char *)aux[AT_EXECFN];
	name_program(name ? name : "");
	__init_tls(aux);
	__init_ssp((void *)aux[AT_RANDOM]);
}

static void construct(int argc, char **argv, char **envp)
{
	size_t n = COUNT(__preinit_array);

	for (size_t i = 0; i < n; i++)
		__preinit_array_start[i](argc, argv, envp);
	n = COUNT(__init_array);
	for (size_t i = 0; i < n; i++)
		__init_array_start[i](argc, argv, envp);
}

void __libc_exit_fini(void)
{
	for (size_t n = COUNT(__fini_array); n > 0; n--)
		__fini_array_start[n - 1]();
}

_Noreturn void __strata_start(long *sp)
{
	int argc = (int)sp[0];
	char **argv = (char **)(sp + 1);
	char **envp = argv + argc + 1;

	__init_libc(envp, argv[0]);
	construct(argc, argv, envp);
	exit(main(argc, argv, envp));
}
