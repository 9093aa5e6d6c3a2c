// What a loop copies, around its bound.
//@ brute: n in 0..16, d in 0..2
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 2);
  short a[18], b[18] = {0};
  for (int k = 0; k < 18; k++) a[k] = k + 1;
  for (int k = 0; k < n; k++) b[k + 1] = a[k];
  return tell(b[n + d - (d == 2)] + 20 * b[0]);
}
