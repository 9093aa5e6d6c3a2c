//@ cflags: -fsanitize=float-cast-overflow
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 0);
  volatile int y = x; //~ FAULT overflow
  (void)y;
  return 0;
}
