// Rows of unknown length, through a table of pointers.
//@ brute: n in 0..16, i in 0..2, j in 0..16
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
  klee_assume(n <= 16 & i <= 2 & j <= 16);
  short *row[3];
  for (int k = 0; k < 3; k++) {
    row[k] = malloc(2 * n);
    memset(row[k], k + 1, 2 * n);
  }
  return tell(row[i][j] % 256); //~ FAULT out-of-bounds
}
