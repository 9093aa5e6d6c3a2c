// As many bytes as an object of a size that is not known has.
//@ paths: 2
//@ brute: n in 1..20, k in 0..19
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned n, k;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(n >= 1);
  klee_assume(n <= 20);
  klee_assume(k < 20);
  char *a = malloc(n);
  memset(a, 3, n);
  if (k < n) {
    klee_assert(a[k] == 3);
    return 1;
  }
  memset(a, 4, n + 1); //~ FAULT out-of-bounds
  return 0;
}
