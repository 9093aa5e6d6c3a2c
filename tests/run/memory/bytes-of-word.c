//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x;
  unsigned char i;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  unsigned char *p = (unsigned char *)&x;
  assert(p[i] == (unsigned char)(x >> (8 * i)));
  return 0;
}
