// A bound that is reached is one too many for the largest.
//@ brute: n in 0..16, i in 0..15
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 15);
  int a[16] = {0};
  for (int k = 0; k <= n; k++) a[k] = 4; //~ FAULT out-of-bounds
  return tell(a[i]);
}
