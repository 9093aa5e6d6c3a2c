// The bytes around the end of each object.
//@ brute: n in 1..16, i in 0..15, d in 0..2
#include <strata.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n >= 1 & n <= 16 & i <= 15 & d <= 2);
  short **a = (short **)strata_multi_alloc(n, 8);
  strata_multi_write((void **)a, n, 0, 1, 8);
  if (i >= n) return 1;
  return tell(a[i][2 + d] / 257 + 2); //~ FAULT out-of-bounds
}
