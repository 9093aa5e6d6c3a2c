// Bits counted by a trick and one by one.
#include <assert.h>
#include <klee/klee.h>
static unsigned trick(unsigned x) {
  x = x - ((x >> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
  return (((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101) >> 24;
}
int main(void) {
  unsigned x, n = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 32; i++)
    n += x >> i & 1;
  assert(n == trick(x));
  return 0;
}
