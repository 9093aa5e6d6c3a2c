// An object grows and shrinks.
//@ brute: n in 0..16, i in 0..8
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
  klee_assume(n <= 16 & i <= 8);
  char *a = malloc(n + 1);
  memset(a, 3, n + 1);
  a = realloc(a, 2 * n + 1);
  a = realloc(a, n / 2 + 1);
  return tell(a[i]); //~ FAULT out-of-bounds
}
