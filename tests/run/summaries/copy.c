// A copy of unknown length is one path.
//@ paths: 1
//@ also: -O1, any paths
//@ also: -O2, any paths
//@ brute: n in 0..16, j in 0..15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[16], b[16];
  for (int i = 0; i < 16; i++) a[i] = i + 1, b[i] = 100 + i;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 16);
  for (int i = 0; i < n; i++) b[i] = a[i];
  klee_assert(b[j] == j + (j < n) * 1 + (j >= n) * 100);
  return 0;
}
