//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
// A second klee_make_symbolic of the same object makes a new value.
int main(void) {
  int x, first;
  klee_make_symbolic(&x, sizeof x, "x");
  first = x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == first)
    return 0;
  return 0;
}
