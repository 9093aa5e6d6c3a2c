// A bound that is reached.
//@ also: -O1, any paths
//@ brute: n in 0..16, j in 0..17
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[18] = {0};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 18);
  int i;
  for (i = 1; i <= n; i++) a[i] = 9;
  klee_assert(i == n + 1);
  klee_assert(a[j] == (j >= 1 && j <= n) * 9);
  return 0;
}
