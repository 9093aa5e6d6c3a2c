//@ by-number
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// Whether realloc moves the block or not, the new pointer is good and the contents are kept.
int main(void) {
  char x;
  klee_make_symbolic(&x, 1, "x");
  char *p = malloc(4);
  p[0] = x;
  uintptr_t old = (uintptr_t)p;
  char *q = realloc(p, 400);
  q[399] = 1;
  if ((uintptr_t)q == old)
    q[1] = 1;
  assert(q[0] == x);
  free(q);
  return 0;
}
