//@ paths: 2
//@ by-number
//@ exit: 0,1
#include <klee/klee.h>
// x can be other than the value it was given as; natively it cannot, so the test of that path is marked.
int main(void) {
  int x = klee_int("x");
  if (x == klee_get_value_i32(x))
    return 1;
  return 0;
}
