//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
static unsigned rotate(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
int main(void) {
  unsigned x;
  unsigned char n;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&n, 1, "n");
  assert(rotate(rotate(x, n), 32 - n) == x);
  return 0;
}
