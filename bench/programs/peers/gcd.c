// Euclid's algorithm on two symbolic bytes: the result divides both.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  klee_assume(x != 0);
  unsigned a = x, b = y;
  for (int i = 0; b && i < 4; i++) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  if (!b)
    assert(x % a == 0 && y % a == 0);
  return 0;
}
