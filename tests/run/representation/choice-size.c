//@ also: -O1
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// The bound goes with the choice: never a fault.
int main(void) {
  int *a = calloc(3, sizeof *a), *b = calloc(8, sizeof *b);
  unsigned char c, k;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&k, 1, "k");
  int *p = c ? a : b;
  unsigned n = c ? 3 : 8;
  klee_assume(k < n);
  p[k] = 5;
  return 0;
}
