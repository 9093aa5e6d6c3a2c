//@ paths: 2
//@ by-number
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
// A value of x, without binding x to it.
int main(void) {
  int x = klee_int("x");
  long y;
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume((x >= 5) & (x <= 7));
  klee_assume((y == 1) | (y == 2));
  int value = klee_get_value_i32(x);
  assert(value >= 5 && value <= 7);
  long other = klee_get_value_i64(y);
  assert(other == 1 || other == 2);
  if (x == 7)
    return 1;
  return 0;
}
