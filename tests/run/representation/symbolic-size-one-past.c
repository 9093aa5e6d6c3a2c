//@ also: -O1
//@ paths: 1
//@ tests: 1
#include <stdlib.h>
#include <klee/klee.h>
// One past the end is out of bounds whatever the size.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  volatile char *p = malloc(n);
  p[n] = 1; //~ FAULT out-of-bounds
  free((void *)p);
  return 0;
}
