// Each element is computed from one of another array.
//@ paths: 1
//@ also: -O1, any paths
//@ brute: n in 0..16, j in 0..15, c in 0..2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[16];
  int b[16];
  for (int i = 0; i < 16; i++) a[i] = i * i, b[i] = -1;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  klee_assume(n <= 16);
  klee_assume(j < 16);
  klee_assume(c < 3);
  for (int i = 0; i < n; i++) b[i] = (a[i] ^ c) + 3 * i;
  klee_assert(b[j] == (j < n) * (((char)(j * j) ^ c) + 3 * j + 1) - 1);
  return 0;
}
