//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// The last byte is in bounds whatever the size.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  char *p = malloc(n);
  p[n - 1] = 1;
  p[0] = 2;
  free(p);
  return 0;
}
