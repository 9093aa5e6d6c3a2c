//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 20);
  short *p = calloc(n, sizeof *p);
  assert(p[n - 1] == 0);
  return 0;
}
