// Two factors of `calloc`, either of them zero perhaps.
//@ brute: n in 0..16, m in 0..3, d in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & m <= 3 & d <= 1);
  char *a = calloc(n, m);
  return tell(a[n * m + d - 1]); //~ FAULT out-of-bounds
}
