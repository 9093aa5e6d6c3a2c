//@ options: --check=poison
//@ cflags: -O2
//@ also: -O1
//@ paths: 7
//@ exit: 0
// The flags that are left when code was optimised.
#include <klee/klee.h>
static volatile int sink, six = 6;
int main(void) {
  int x, n;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&n, sizeof n, "n");
  int sum = x + 100, product = n * 3;
  sink = sum;
  if (sum == six) //~ FAULT poison: a signed sum that overflowed
    sink = 1;
  sink = product;
  if (product == six) //~ FAULT poison: a signed product that overflowed
    sink = 2;
  return 0;
}
