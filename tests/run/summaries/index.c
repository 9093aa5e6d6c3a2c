// Each element is its index.
//@ paths: 1
//@ also: -O1, any paths
//@ brute: n in 0..16, j in 0..15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int a[16] = {0};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 16);
  for (int i = 0; i < n; i++) a[i] = 7 - 2 * i;
  klee_assert(a[j] == (j < n) * (7 - 2 * j));
  return 0;
}
