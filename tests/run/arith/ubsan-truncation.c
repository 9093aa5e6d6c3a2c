//@ cflags: -fsanitize=implicit-unsigned-integer-truncation
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  volatile unsigned char c = x; //~ FAULT implicit-truncation
  (void)c;
  return 0;
}
