//@ exit: 1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The loop sets its flag after a while.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  volatile int flag = 0, rounds = 0;
  while (!flag)
    if (++rounds == 100 + x % 4)
      flag = 1;
  return 1;
}
