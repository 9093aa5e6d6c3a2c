//@ paths: 2
//@ exit: 0,1
// Without the check, signed numbers wrap as they do natively without optimisation.
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x + 1 > x)
    return 0;
  return 1;
}
