// Overlapping by an unknown distance.
//@ brute: n in 0..8, d in 0..8
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char d;
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 8);
  klee_assume(d <= 8);
  char a[16];
  for (int i = 0; i < 16; i++) a[i] = i;
  memmove(a + d, a, n);
  if (n) klee_assert(a[d + n - 1] == n - 1);
  if (n) klee_assert(a[d] == 0);
  return 0;
}
