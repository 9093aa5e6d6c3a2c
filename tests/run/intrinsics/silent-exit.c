//@ exit: 0
//@ tests: 1
#include <klee/klee.h>
// A path that ends silently leaves no test.
int main(void) {
  int x = klee_int("x");
  if (x > 10)
    klee_silent_exit(1);
  return 0;
}
