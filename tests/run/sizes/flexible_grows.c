// What was there stays there when an object of unknown size grows by an unknown number of bytes.
//@ brute: n in 0..16, m in 0..16, i in 0..31
#include <klee/klee.h>
#include <stdlib.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & m <= 16 & i < 32);
  char *a = malloc(n + 1);
  for (int k = 0; k <= n; k++) a[k] = 7;
  a = realloc(a, n + 1 + m);
  for (int k = 0; k < m; k++) a[n + 1 + k] = 9;
  return tell(a[i]); //~ FAULT out-of-bounds
}
