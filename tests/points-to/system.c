// Each effect on pointers that the registry can state for a system call, by number.
//@ classes: c d
#include "check.h"

long __strata_syscall(long n, long a, long b, long c, long d, long e, long f);
#define call(n, a, b, c, d) __strata_syscall(n, (long)(a), (long)(b), (long)(c), d, -1, 0)

enum { READ = 0, WRITE = 1, CLOSE = 3, MMAP = 9, RT_SIGACTION = 13, MREMAP = 25, SIGALTSTACK = 131,
       ARCH_PRCTL = 158, SOCKET = 41 };
struct action { void (*handler)(int); long flags; void *restorer; long mask; };
struct stack { void *base; int flags; size_t size; };

int a, b, c, d;
char area[8192], base;
static void handler(int n) { (void)n; }

int main(int argc, char **argv) {
  int *buffer[1] = {&a};
  // What only accesses memory moves no pointer.
  check((int *)call(READ, 0, buffer, 8, 0)); //~ points-to:
  check((int *)call(WRITE, 1, buffer, 8, 0)); //~ points-to:
  check(buffer[0]); //~ points-to: a
  check((int *)call(CLOSE, &b, 0, 0, 0)); //~ points-to:
  call(READ, 0, argc > 1 ? &c : &d, 4, 0);
  // One that is not modelled ends the path.
  check((int *)call(SOCKET, &b, 0, 0, 0)); //~ points-to:
  // Maps.
  int **map = (int **)call(MMAP, 0, 4096, 3, 0x22); // line 28
  check(map); //~ points-to: system@28
  *map = &b;
  int **larger = (int **)call(MREMAP, map, 4096, 8192, 1); // line 31
  check(larger); //~ points-to: system@28 system@31
  check(*larger); //~ points-to: b
  // KeepsContents and GivesBack.
  struct action set = {handler}, got;
  call(RT_SIGACTION, 10, &set, 0, 8);
  call(RT_SIGACTION, 10, 0, &got, 8);
  check((void *)got.handler); //~ points-to: area base handler thread
  struct stack given = {area, 0, sizeof area}, old;
  call(SIGALTSTACK, &given, 0, 0, 0);
  call(SIGALTSTACK, 0, &old, 0, 0);
  check(old.base); //~ points-to: area base handler thread
  // Keeps.
  char *thread;
  call(ARCH_PRCTL, 0x1002, &base, 0, 0);
  call(ARCH_PRCTL, 0x1003, &thread, 0, 0);
  check(thread); //~ points-to: area base handler thread
  return 0;
}
