// What is written to one of them stays out of the others.
//@ brute: n in 0..16, i in 0..15, j in 0..15
#include <strata.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i, j;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16 & i <= 15 & j <= 15);
  int **a = (int **)strata_multi_alloc(n, sizeof(int));
  strata_multi_write((void **)a, n, 0, 0, sizeof(int));
  if (i >= n || j >= n) return 1;
  *a[i] = 3;
  return tell(*a[j]);
}
