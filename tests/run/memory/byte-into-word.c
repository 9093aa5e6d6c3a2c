//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A symbolic byte put into a symbolic word at a symbolic place.
int main(void) {
  unsigned x;
  unsigned char b, i;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  unsigned old = x;
  ((unsigned char *)&x)[i] = b;
  unsigned mask = 255u << (8 * i);
  assert((x & ~mask) == (old & ~mask));
  assert((x & mask) == (unsigned)b << (8 * i));
  return 0;
}
