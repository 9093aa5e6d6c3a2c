//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char *p = malloc(1), x;
  klee_make_symbolic(&x, 1, "x");
  klee_mark_global(p);
  *p = x;
  assert(*p == x);
  return 0;
}
