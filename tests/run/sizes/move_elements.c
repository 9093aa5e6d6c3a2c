// Whole elements move by an unknown number of these.
//@ brute: n in 0..16, d in 0..3, i in 0..19
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & d <= 3 & i <= 19);
  int a[20];
  for (int k = 0; k < 20; k++) a[k] = k;
  memmove(a + d, a, n * sizeof *a);
  return tell(a[i]);
}
