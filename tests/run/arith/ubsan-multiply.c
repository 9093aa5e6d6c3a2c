//@ cflags: -fsanitize=signed-integer-overflow
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  volatile int y = x * x; //~ FAULT overflow
  return 0;
}
