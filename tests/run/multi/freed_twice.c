// One of them was freed before.
//@ brute: n in 0..16, i in 0..15
#include <strata.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 15);
  void **a = strata_multi_alloc(n, 4);
  if (i >= n) return 1;
  if (i > 2) free(a[i]);
  strata_multi_free(a, n); //~ FAULT double-free
  return 2;
}
