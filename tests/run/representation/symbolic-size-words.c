//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// n bytes, not n words.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 8);
  klee_assume(n <= 16);
  int *p = malloc(n);
  p[2] = 1; //~ FAULT out-of-bounds
  free(p);
  return 0;
}
