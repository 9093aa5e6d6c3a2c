// The index falls, and each element is another.
//@ paths: 1
//@ also: -O1, any paths
//@ also: -O2, any paths
//@ brute: n in 0..16, j in 0..15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  short a[16] = {0};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 16);
  for (int i = n - 1; i >= 0; i--) a[i] = 3 * i + 500;
  klee_assert(a[j] == (j < n) * (3 * j + 500));
  return 0;
}
