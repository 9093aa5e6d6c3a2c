// More of them than there are.
//@ brute: n in 0..16, m in 0..16
#include <strata.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 16 & m <= 16);
  void **a = strata_multi_alloc(n, 1);
  strata_multi_write(a, m, 0, 1, 1); //~ FAULT out-of-bounds
  if (m > 3) return 1;
  return 0;
}
