//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// n * 4 wraps in 32 bits: room for one element, and the second is written.
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume((n == 2) | (n == 0x40000001));
  unsigned bytes = n * 4;
  int *v = malloc(bytes);
  v[1] = 1; //~ FAULT out-of-bounds
  free(v);
  return 0;
}
