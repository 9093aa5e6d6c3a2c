// A block of unknown length may begin anywhere if it is empty, behind the end of an object too.
//@ brute: n in 0..16, m in 0..2, d in 0..4
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
  klee_assume(n <= 16 & m <= 2 & d <= 4);
  char *a = calloc(n + 1, 1);
  memset(a + n + d, 3, m); //~ FAULT out-of-bounds
  memmove(a + n + d, a, m);
  if (m == 0) return tell(50 + d);
  return tell(a[n]);
}
