// The last element of an array of unknown length, the one behind it and the next, read.
//@ brute: n in 0..16, d in 0..2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 2);
  long *a = malloc(n * sizeof *a);
  for (int k = 0; k < n; k++) a[k] = 7;
  return tell(a[n + d - 1]); //~ FAULT out-of-bounds
}
