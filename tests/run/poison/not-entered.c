//@ options: --check=poison
//@ cflags: -O2
//@ paths: 2
//@ exit: 0
// A sum that overflows ahead of a loop that is not entered decides nothing.
#include <klee/klee.h>
static volatile int sink, six = 6;
int main(void) {
  int x;
  unsigned n;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 1);
  klee_assume(x == 0x7fffffff & n == 0 | x == 3 & n == 1);
  int limit = six, sum = x + 1;
  for (unsigned i = 0; i < n; i++) {
    sink = i;
    if (sum == limit)
      sink = 7;
    else
      sink = 8;
  }
  return 0;
}
