//@ cflags: -fsanitize=unsigned-integer-overflow
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  volatile unsigned difference = a - b; //~ FAULT overflow
  (void)difference;
  return 0;
}
