// A bound that is reached, for an array that ends there or does not.
//@ brute: n in 0..16, m in 0..1
#include <klee/klee.h>
#include <stdlib.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 16 & m <= 1);
  char *a = calloc(n + m, 1);
  for (int k = 0; k <= n; k++) a[k] = k; //~ FAULT out-of-bounds
  return tell(a[n]);
}
