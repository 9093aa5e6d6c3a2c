// A loop that clears a part of an array is one path, whatever its length.
//@ paths: 1
//@ also: -O1, any paths
//@ also: -O2, any paths
//@ brute: n in 0..16, j in 0..15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[16];
  for (int i = 0; i < 16; i++) a[i] = i + 1;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 16);
  for (int i = 0; i < n; i++) a[i] = 0;
  klee_assert(a[j] == (j >= n) * (j + 1));
  return 0;
}
