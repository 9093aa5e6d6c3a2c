// Functions that are not in the registry may do anything with what they can reach, whatever their names.
#include "check.h"

void *klee_unheard_of(void *p, int **at);
void *__VERIFIER_nondet_unheard_of(void *p);
void *__strata_unheard_of(void *p);
void *elsewhere(void);
long __strata_syscall(long n, long a, long b, long c, long d, long e, long f);

int a, b, c, d, e;
int *slot, *found = &d;
static void back(int **p) { check(p); } //~ points-to: a b c d found slot back

int main(int argc, char **argv) {
  // What it is given it may return, and store where it can.
  slot = &b;
  check(klee_unheard_of(&a, &slot)); //~ points-to: a b c d found slot back
  check(slot); //~ points-to: a b c d found slot back
  check(__VERIFIER_nondet_unheard_of(&c)); //~ points-to: a b c d found slot back
  check(__strata_unheard_of(&found)); //~ points-to: a b c d found slot back
  // It may call what it is given, and return what others were given.
  klee_unheard_of(back, 0);
  check(elsewhere()); //~ points-to: a b c d found slot back
  // A system call of unknown number may be one that maps memory.
  long got = __strata_syscall(argc, (long)&e, 0, 0, 0, 0, 0); // line 25
  check((void *)got); //~ points-to: e system@25
  return 0;
}
