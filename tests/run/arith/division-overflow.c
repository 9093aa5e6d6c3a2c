//@ paths: 3
//@ exit: 0
//@ tests: 3
#include <klee/klee.h>
// The least integer divided by -1 does not fit.
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  klee_assume((y >= -1) & (y <= 3));
  volatile int q = x / y; //~ FAULT division-by-zero //~ FAULT overflow
  (void)q;
  return 0;
}
