//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..255
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  unsigned char r = x;
  r = (r & 0xf0) >> 4 | (r & 0x0f) << 4;
  r = (r & 0xcc) >> 2 | (r & 0x33) << 2;
  r = (r & 0xaa) >> 1 | (r & 0x55) << 1;
  assert((r & 1) == (x >> 7));
  if (r == x)
    return 1;
  return 0;
}
