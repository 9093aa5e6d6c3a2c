// One of two objects that share 18 bytes, at an index that both have, one of them, or none.
//@ brute: n in 0..16, i in 0..16, c in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i, c;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&c, 1, "c");
  klee_assume(n <= 16 & i <= 16 & c <= 1);
  char *a[2] = {malloc(n + 1), malloc(17 - n)};
  memset(a[0], 1, n + 1);
  memset(a[1], 2, 17 - n);
  return tell(a[c][i]); //~ FAULT out-of-bounds
}
