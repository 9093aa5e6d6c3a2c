//@ memory: all but split
//@ paths: 2
//@ exit: 0,1
// A write at an unknown index of an object of ten megabytes, beside one of four bytes.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 10000000);
  char *small = calloc(4, 1), *large = malloc(10000000);
  large[5] = 1;
  small[n & 3] = 2;
  large[n] = 3;
  klee_assert(large[n] == 3 && small[n & 3] == 2);
  if (large[5] == 3)
    return 1;
  return 0;
}
