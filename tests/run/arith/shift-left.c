//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
// By 32 or more is a fault; the rest is one branch.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 40);
  if (1u << n == 4096) //~ FAULT overshift
    return 1;
  return 0;
}
