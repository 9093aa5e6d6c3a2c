// Both ends are unknown, and there may be nothing between them.
//@ paths: 1
//@ also: -O1, any paths
//@ also: -O2, any paths
//@ brute: m in 0..16, n in 0..16, j in 0..15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[16] = {0};
  unsigned char m;
  klee_make_symbolic(&m, 1, "m");
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(m <= 16);
  klee_assume(n <= 16);
  klee_assume(j < 16);
  int i;
  for (i = m; i < n; i++) a[i] = 9;
  klee_assert(a[j] == (j >= m) * (j < n) * 9);
  klee_assert(i == m + (n > m) * (n - m));
  return 0;
}
