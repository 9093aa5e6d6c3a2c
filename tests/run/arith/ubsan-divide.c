//@ cflags: -fsanitize=integer-divide-by-zero
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  volatile int x = 1000;
  x = x / n; //~ FAULT division-by-zero
  return 0;
}
