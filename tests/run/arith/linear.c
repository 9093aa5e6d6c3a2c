//@ paths: 3
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
// Two equations, one solution in the given range.
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x < 1000);
  klee_assume(y < 1000);
  if (3 * x + 5 * y == 41 && 2 * x - y == 10) {
    assert(x == 7 && y == 4);
    return 1;
  }
  return 0;
}
