// Two bytes from the last one on are too many.
//@ brute: n in 0..16, m in 0..2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 16 & m <= 2);
  char *a = calloc(n + 1, 1);
  memset(a + n, 3, m); //~ FAULT out-of-bounds
  return tell(a[n]);
}
