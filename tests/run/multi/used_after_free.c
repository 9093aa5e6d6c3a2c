// One of them, after they were freed.
//@ brute: n in 1..16, i in 0..15
#include <strata.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n >= 1 & n <= 16 & i <= 15);
  char **a = (char **)strata_multi_alloc(n, 4);
  strata_multi_write((void **)a, n, 0, 1, 4);
  if (i >= n) return 1;
  char *volatile one = a[i];
  strata_multi_free((void **)a, n);
  return *one; //~ FAULT use-after-free
}
