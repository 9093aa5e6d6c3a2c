//@ options: --check=poison
//@ paths: 4
//@ exit: 0
// A sum that overflows is no fault until something depends on it.
#include <klee/klee.h>
static volatile int sink;
int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  int unused = x + 1;
  sink = unused;
  if (x + 1 > x) //~ FAULT poison: depends on a signed sum that overflowed at
    sink = 1;
  if (y * 2 == 6) //~ FAULT poison: depends on a signed product that overflowed at
    sink = 2;
  return 0;
}
