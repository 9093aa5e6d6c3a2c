//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 8);
  char *p = malloc(4);
  p[0] = 7;
  p = realloc(p, n);
  p[3] = 1; //~ FAULT out-of-bounds
  free(p);
  return 0;
}
