// The first of them are written.
//@ brute: n in 0..16, m in 0..16, i in 0..15
#include <strata.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & m <= 16 & i <= 15);
  char **a = (char **)strata_multi_alloc(n, 1);
  strata_multi_write((void **)a, n, 0, 1, 1);
  if (m > n || i >= n) return 0;
  strata_multi_write((void **)a, m, 0, 2, 1);
  return tell(*a[i]);
}
