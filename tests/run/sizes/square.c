// A matrix with as many rows as columns, in one object.
//@ brute: n in 0..16, i in 0..16, j in 0..16
#include <klee/klee.h>
#include <stdlib.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i, j;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16 & i <= 16 & j <= 16);
  int *m = calloc(n, n * sizeof *m);
  if (i > n || j > n) return 1;
  m[i * n + j] = 2; //~ FAULT out-of-bounds
  return tell(3 * m[i * n + j]);
}
