//@ cflags: -fsanitize=signed-integer-overflow
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  int y = x * x; //~ FAULT overflow
  return y < 0;
}
