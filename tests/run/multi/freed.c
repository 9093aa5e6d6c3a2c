// All are freed.
//@ brute: n in 0..16
//@ options: --check=leaks
#include <strata.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  void **a = strata_multi_alloc(n, 8);
  strata_multi_free(a, n);
  return 0;
}
