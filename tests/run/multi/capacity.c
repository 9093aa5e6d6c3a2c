// More objects than a call makes if their number is not known: one of these numbers is followed.
//@ options: --multi-capacity=4
//@ exhaustive: no
//@ exit: 0,1
#include <strata.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 9);
  void **a = strata_multi_alloc(n, 2);
  strata_multi_free(a, n);
  if (n > 4) return 1;
  return 0;
}
