//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned y = x ^ x >> 16;
  y ^= y >> 8;
  y ^= y >> 4;
  y = 0x6996 >> (y & 15) & 1;
  assert(y == (unsigned)__builtin_parity(x));
  if (y)
    return 1;
  return 0;
}
