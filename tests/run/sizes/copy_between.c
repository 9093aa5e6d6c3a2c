// Between two objects of unknown sizes.
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
  char *a = malloc(n + 2), *b = malloc(n + 1 + m);
  memset(a, 5, n + 2);
  memcpy(b, a, n + 2); //~ FAULT out-of-bounds
  return tell(b[n]);
}
