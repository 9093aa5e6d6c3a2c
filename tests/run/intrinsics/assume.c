//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
// Assumptions do not fork, and what follows from them does not either.
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 3);
  klee_assume(x < 9);
  assert(x >= 4 && x <= 8);
  if (x == 6)
    return 1;
  return 0;
}
