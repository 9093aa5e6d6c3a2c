// Bytes that move within an object by a distance that is not known, forwards or backwards.
//@ brute: n in 0..16, to in 0..8, from in 0..8
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, to, from;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&to, 1, "to");
  klee_make_symbolic(&from, 1, "from");
  klee_assume(n <= 16 & to <= 8 & from <= 8);
  unsigned char a[24];
  for (int k = 0; k < 24; k++) a[k] = k;
  memmove(a + to, a + from, n);
  return tell(a[8] + 2 * a[16]);
}
