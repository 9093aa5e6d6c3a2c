// Paths that added different things to one variable are one sum of choices when they are merged, not a choice of 1,024
// sums, which would take the solver a hundred times as long.
//@ paths: 2
//@ tests: 2
//@ exit: 0,1
#include <klee/klee.h>

int main(void) {
  int x[10];
  klee_make_symbolic(x, sizeof x, "x");
  unsigned s = 1;
  klee_open_merge();
  for (unsigned i = 0; i < 10; i++) {
    if (x[i] > 1000)
      s += x[i];
    else
      s -= i;
  }
  klee_close_merge();
  if (s == 123456)
    return 1;
  return 0;
}
