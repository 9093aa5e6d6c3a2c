// The last object, and the one behind it.
//@ brute: n in 0..16, d in 0..1
#include <strata.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 1);
  char **a = (char **)strata_multi_alloc(n, 1);
  strata_multi_write((void **)a, n, 0, 5, 1);
  return tell(*a[n - 1 + d]); //~ FAULT out-of-bounds
}
