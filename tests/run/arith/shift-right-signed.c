//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 32);
  assert((x >> n < 0) == (x < 0));
  assert(x >> 31 == -(x < 0));
  return 0;
}
