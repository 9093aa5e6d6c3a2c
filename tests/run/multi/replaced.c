// One of the pointers is another one now.
//@ brute: n in 1..8, i in 0..7
#include <strata.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n >= 1 & n <= 8 & i <= 7);
  char **a = (char **)strata_multi_alloc(n, 1), own = 4;
  if (i >= n) return 1;
  strata_multi_write((void **)a, n, 0, 6, 1);
  a[i] = &own;
  strata_multi_write((void **)a, n, 0, 3, 1);
  return tell(own + 10 * *a[n - 1]);
}
