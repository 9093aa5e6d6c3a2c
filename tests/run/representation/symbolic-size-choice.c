//@ also: -O1, any paths
//@ paths: 3
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// A choice between an object of symbolic size and one of four bytes.
int main(void) {
  unsigned char n, c;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&c, 1, "c");
  klee_assume(n >= 1);
  klee_assume(n <= 8);
  char *a = malloc(n), *b = malloc(4);
  volatile char *p = c ? a : b;
  p[3] = 1; //~ FAULT out-of-bounds
  return 0;
}
