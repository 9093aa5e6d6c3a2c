//@ cflags: -fsanitize=unreachable
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 200)
    __builtin_unreachable(); //~ FAULT unreachable
  return 0;
}
