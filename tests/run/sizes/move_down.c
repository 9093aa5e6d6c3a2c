// Bytes move down by less than their number, and what lies around them.
//@ brute: n in 0..16, d in 0..7, at in 0..3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d, at;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_make_symbolic(&at, 1, "at");
  klee_assume(n <= 16 & d <= 7 & at <= 3);
  unsigned char a[24];
  for (int k = 0; k < 24; k++) a[k] = k + 1;
  memmove(a, a + d, n);
  return tell(a[at == 0 ? 0 : at == 1 ? n : at == 2 ? n + d : (n + 23) % 24]);
}
