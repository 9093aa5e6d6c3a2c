//@ cflags: -fsanitize=vla-bound
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int n = klee_range(-3, 4, "n");
  volatile char v[n]; //~ FAULT undefined-behaviour
  v[0] = 1;
  return 0;
}
