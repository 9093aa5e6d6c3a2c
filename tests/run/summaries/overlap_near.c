// A copy that reaches what it wrote after a few elements.
//@ also: -O1, any paths
//@ brute: n in 0..16, j in 0..23
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[24];
  for (int i = 0; i < 24; i++) a[i] = i;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 24);
  for (int i = 0; i < n; i++) a[i + 6] = a[i];
  klee_assert(a[j] == (j < 6 || j >= n + 6 ? j : j % 6));
  return 0;
}
