//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// The same condition with bitwise or: one branch.
int main(void) {
  char x, y, z;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_make_symbolic(&z, 1, "z");
  if ((x == 3) | (y == 3) | (z == 3))
    return 1;
  return 0;
}
