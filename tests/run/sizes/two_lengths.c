// An array of the length of another, but for one element.
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
  short *a = calloc(n + 1, 2), *b = calloc(n, 2);
  a[n] = 3;
  b[n - d] = 1; //~ FAULT out-of-bounds
  return tell(a[n]);
}
