// To an unknown place in an object of known size.
//@ brute: n in 0..16, m in 0..4, i in 0..15
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & m <= 4 & i <= 15);
  char a[16], b[16] = {0};
  memset(a, 6, 16);
  memcpy(b + m, a, n); //~ FAULT out-of-bounds
  return tell(b[i]);
}
