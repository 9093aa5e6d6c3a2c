// As many rows as the first says, each longer than the one before.
//@ brute: n in 0..16, i in 0..16, j in 0..2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i, j;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 16 & i <= 16 & j <= 2);
  char **t = malloc(n * sizeof *t);
  for (int k = 0; k < n; k++) {
    t[k] = malloc(k + 1);
    t[k][k] = k;
  }
  return tell(t[i][i + j]); //~ FAULT out-of-bounds
}
