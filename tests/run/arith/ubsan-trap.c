//@ cflags: -fsanitize=undefined -fsanitize-trap=undefined
//@ paths: 4
//@ exit: 0
//@ replay: off a trap says nothing
#include <klee/klee.h>
// Checks that trap are told apart by the code of the trap.
int main(void) {
  int x = klee_int("x"), v[4] = {0};
  volatile int y = x + 1; //~ FAULT overflow
  if (x > 0)
    y = v[x & 7]; //~ FAULT out-of-bounds
  return 0;
}
