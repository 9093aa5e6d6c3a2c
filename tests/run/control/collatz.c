//@ paths: 15
#include <klee/klee.h>
// Start values 1 to 15: each takes a way of its own through the parities.
int main(void) {
  unsigned char start;
  klee_make_symbolic(&start, 1, "x");
  klee_assume(start >= 1);
  klee_assume(start <= 15);
  unsigned n = start;
  while (n != 1) {
    if (n & 1)
      n = 3 * n + 1;
    else
      n /= 2;
  }
  return 0;
}
