//@ paths: 3
//@ exit: 0
//@ also: -O1, any paths
// A count that nothing depends on is no fault: optimised code makes it before it knows that it is needed.
#include <klee/klee.h>
static volatile int sink;
int main(void) {
  unsigned x;
  unsigned long y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  sink = x ? __builtin_ctz(x) : 32;
  sink = __builtin_ctz(x); //~ FAULT invalid-builtin
  sink = __builtin_clzl(y); //~ FAULT invalid-builtin
  return 0;
}
