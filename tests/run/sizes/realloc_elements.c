// Elements that stay and elements that are new.
//@ brute: n in 0..16, i in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 16);
  int *a = malloc(8 * sizeof *a);
  for (int k = 0; k < 8; k++) a[k] = k;
  a = realloc(a, (n + 1) * sizeof *a);
  for (int k = 8; k <= n; k++) a[k] = 50;
  return tell(a[i]); //~ FAULT out-of-bounds
}
