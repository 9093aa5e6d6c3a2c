//@ paths: 3
//@ exit: 0,7,42
#include <stdlib.h>
#include <klee/klee.h>
static void check(int x) {
  if (x == 1)
    exit(42);
  if (x == 2)
    _Exit(7);
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  check(x);
  return 0;
}
