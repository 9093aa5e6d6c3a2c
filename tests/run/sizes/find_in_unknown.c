// A byte at an unknown place in an object of unknown size.
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
  char *a = calloc(n + 1, 1);
  if (i > n) return 90;
  a[i] = 3;
  char *found = memchr(a, 3, n);
  return tell(found ? found - a : 80);
}
