//@ cflags: -fsanitize=signed-integer-overflow
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Where the square does not overflow it is not negative.
int main(void) {
  int x = klee_int("x");
  int y = x * x; //~ FAULT overflow
  assert(y >= 0);
  return 0;
}
