// Too much is written to each; to none of them that is not wrong.
//@ brute: n in 0..16, m in 7..9
#include <strata.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 16 & m >= 7 & m <= 9);
  void **a = strata_multi_alloc(n, 8);
  strata_multi_write(a, n, 1, 2, m); //~ FAULT out-of-bounds
  return n == 0 ? 2 : 3;
}
