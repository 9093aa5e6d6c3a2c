// More objects than one array holds choices: then their number is decided.
//@ brute: n in 0..80, i in 0..79
#include <strata.h>

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 80 & i < 80);
  char **a = (char **)strata_multi_alloc(n, 2);
  strata_multi_write((void **)a, n, 0, 1, 2);
  int got = i < n ? a[i][1] : 0;
  strata_multi_free((void **)a, n);
  if (got) return 1;
  return 0;
}
