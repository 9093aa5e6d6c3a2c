//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 64);
  char *p = aligned_alloc(64, 64);
  assert(((uintptr_t)p & 63) == 0);
  p[i] = 1; //~ FAULT out-of-bounds
  free(p);
  return 0;
}
