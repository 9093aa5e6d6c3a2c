//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
// By zero is a fault; the rest has one branch.
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x < 30);
  klee_assume(y < 8);
  if (x / y == 6) //~ FAULT division-by-zero
    return 1;
  return 0;
}
