// One of two objects of known sizes gets an unknown one.
//@ brute: n in 0..16, c in 0..1, d in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, c, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & c <= 1 & d <= 1);
  char *v[2] = {malloc(4), malloc(8)};
  memset(v[0], 1, 4);
  memset(v[1], 2, 8);
  char *a = realloc(v[c], n + 1);
  a[n] = 3;
  return tell(a[0] + 10 * a[n + d]); //~ FAULT out-of-bounds
}
