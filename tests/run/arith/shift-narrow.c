//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A char is promoted: shifting it by 8 is not too far.
int main(void) {
  unsigned char x, n;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  assert((unsigned char)(x << 8) == 0);
  assert((x << n) >> n == x);
  return 0;
}
