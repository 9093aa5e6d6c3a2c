//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Division rounds towards zero, and the remainder has the sign of the dividend.
int main(void) {
  signed char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_assume(y != 0);
  int q = x / y, r = x % y;
  assert(q * y + r == x);
  assert((r == 0) | ((r < 0) == (x < 0)));
  return 0;
}
