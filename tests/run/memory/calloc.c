//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 8);
  int *p = calloc(8, sizeof *p);
  assert(p[i] == 0);
  free(p);
  return 0;
}
