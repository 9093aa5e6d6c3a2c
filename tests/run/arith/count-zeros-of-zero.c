//@ paths: 5
//@ exit: 0,1
//@ also: -O1, any paths
// A count that is not used is no fault, as in code that computes it before it knows.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned x;
  unsigned long y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (__builtin_ctz(x) == 3) //~ FAULT invalid-builtin
    exit(1);
  if (__builtin_clzl(y) == 3) //~ FAULT invalid-builtin
    exit(1);
  return 0;
}
