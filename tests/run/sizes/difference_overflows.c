// A difference that is negative for small sizes, cut to a byte.
//@ brute: n in 0..16, i in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 16);
  char *a = malloc((unsigned char)(n - 8) + 1);
  a[i] = 2; //~ FAULT out-of-bounds
  return tell(a[i]);
}
