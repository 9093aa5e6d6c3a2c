// Two arrays on the stack.
//@ brute: n in 1..8, m in 1..8
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char m;
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n >= 1);
  klee_assume(m >= 1);
  klee_assume(n <= 8);
  klee_assume(m <= 8);
  char a[n], b[m];
  a[n - 1] = 1;
  b[m - 1] = 2;
  klee_assert(a[n - 1] == 1 && b[m - 1] == 2);
  return 0;
}
