// An object of an unknown number of objects: which of them there are is not decided.
//@ brute: n in 0..16, i in 0..17
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
  klee_assume(n <= 16 & i <= 17);
  char **a = (char **)strata_multi_alloc(n, 4);
  strata_multi_write((void **)a, n, 1, 7, 2);
  char *one = a[i]; //~ FAULT out-of-bounds
  return tell(one[1] + one[2]);
}
