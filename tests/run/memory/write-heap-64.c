//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  long *v = calloc(3, sizeof *v), x;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(i < 3);
  v[i] = x;
  assert((v[0] | v[1] | v[2]) == x);
  return 0;
}
