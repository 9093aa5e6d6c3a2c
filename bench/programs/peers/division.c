// What division promises, signed and unsigned.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(y != 0);
  klee_assume(y != -1);
  unsigned u = x, v = y;
  assert(x / y * y + x % y == x);
  assert(u / v * v + u % v == u);
  assert(u % v < v);
  return 0;
}
