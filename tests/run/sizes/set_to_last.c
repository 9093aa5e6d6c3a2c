// All but the last byte is set; of no bytes there is no last one.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = malloc(n + 1);
  a[n] = 1;
  memset(a, 2, n ? n : 0);
  return tell(a[0] + 10 * a[n]);
}
