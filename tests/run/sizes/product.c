// The size is a product that does not overflow.
//@ brute: n in 1..4, m in 1..4
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
  klee_assume(n <= 4);
  klee_assume(m <= 4);
  char *a = malloc(n * m);
  a[n * m - 1] = 1;
  a[(n - 1) * m + (m - 1)]++;
  klee_assert(a[n * m - 1] == 2);
  return 0;
}
