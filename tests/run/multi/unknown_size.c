// Their size is not known either.
//@ brute: n in 1..8, m in 1..16, d in 0..1
#include <strata.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n >= 1 & n <= 8 & m >= 1 & m <= 16 & d <= 1);
  char **a = (char **)strata_multi_alloc(n, m);
  strata_multi_write((void **)a, n, 0, 9, m);
  return tell(a[n - 1][m - 1 + d]); //~ FAULT out-of-bounds
}
