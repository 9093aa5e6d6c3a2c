//@ cflags: -fsanitize=signed-integer-overflow
//@ paths: 3
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x < 0)
    x = -x; //~ FAULT overflow
  assert(x >= 0);
  return 0;
}
