// A copy towards the beginning of its own array never reads what it wrote.
//@ paths: 1
//@ also: -O1, any paths
//@ also: -O2, any paths
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
  for (int i = 0; i < n; i++) a[i] = a[i + 3];
  klee_assert(a[j] == j + (j < n) * 3);
  return 0;
}
