// A loop from one unknown bound to another, which may be the lower one.
//@ brute: n in 0..16, m in 0..16, i in 0..15
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & m <= 16 & i < 16);
  short a[16] = {0};
  for (int k = m; k < n; k++) a[k] = 3;
  return tell(a[i]);
}
