// Four bytes of which the end cuts off some.
//@ brute: n in 0..16, d in 0..5
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
  klee_assume(n <= 16 & d <= 5);
  char *a = calloc(n, 1);
  int x;
  memcpy(&x, a + n - d, 4); //~ FAULT out-of-bounds
  return tell(x);
}
