//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Collatz' sequence of 27 takes 111 steps.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = x == 5 ? 27 : 9;
  while (n != 1)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return 0;
}
