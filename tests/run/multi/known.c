// A number that is known.
//@ brute: n in 0..16, i in 0..4
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
  klee_assume(n <= 16 & i <= 4);
  char **a = (char **)strata_multi_alloc(4, 4);
  strata_multi_write((void **)a, 4, 2, n, 1);
  return tell(a[i][2]); //~ FAULT out-of-bounds
}
