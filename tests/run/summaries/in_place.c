// Each element is computed from itself.
//@ paths: 1
//@ also: -O1, any paths
//@ brute: n in 0..16, j in 0..15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[16];
  for (int i = 0; i < 16; i++) a[i] = 5 * i;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16);
  klee_assume(j < 16);
  for (int i = 0; i < n; i++) a[i] ^= 3;
  klee_assert(a[j] == ((5 * j) ^ (j < n) * 3));
  return 0;
}
