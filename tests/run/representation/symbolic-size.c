//@ also: -O1, any paths
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
// An object of symbolic size between two others: its bound is n, and they stay as they were.
int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  klee_assume(i <= 16);
  char *before = malloc(4);
  volatile char *p = malloc(n);
  char *after = malloc(4);
  before[3] = 1;
  after[0] = 2;
  p[i] = 3; //~ FAULT out-of-bounds
  assert((before[3] == 1) & (after[0] == 2));
  assert(p[i] == 3);
  return 0;
}
