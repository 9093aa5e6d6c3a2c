// Each is freed by itself, and the table; nothing leaks.
//@ brute: n in 0..8
//@ options: --check=leaks
#include <strata.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  void **a = strata_multi_alloc(n, 8);
  for (int k = 0; k < n; k++) free(a[k]);
  free(a);
  return n > 4;
}
