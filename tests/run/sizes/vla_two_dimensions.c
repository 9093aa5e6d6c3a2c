// An array of arrays on the stack.
//@ brute: n in 0..16, m in 0..3, d in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & m <= 3 & d <= 1);
  int v[n + 1][m + 1];
  for (int k = 0; k <= m; k++) v[n][k] = k;
  return tell(v[n][m + d]); //~ FAULT out-of-bounds
}
