// One of two objects of unknown sizes grows by one.
//@ brute: n in 0..16, c in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, c;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&c, 1, "c");
  klee_assume(n <= 16 & c <= 1);
  char *v[2] = {malloc(n + 1), malloc(17 - n)};
  memset(v[0], 1, n + 1);
  memset(v[1], 2, 17 - n);
  char *a = realloc(v[c], (c ? 17 - n : n + 1) + 1);
  a[c ? 17 - n : n + 1] = 4;
  return tell(a[0] + 10 * a[n + 1]); //~ FAULT out-of-bounds
}
