// One of several objects grows or shrinks: that is one path where objects are merged into lists.
//@ paths plane: 6
//@ brute: c in 0..2, n in 1..12, i in 0..11
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char c, n, i;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(c <= 2 & n >= 1 & n <= 12 & i < 12);
  char *v[3] = {malloc(4), malloc(8), malloc(12)};
  for (int k = 0; k < 3; k++) memset(v[k], 10 * k + 1, 4 * (k + 1));
  char *a = realloc(v[c], n);
  if (i >= n) return 1;
  if (i >= 4 * (c + 1)) a[i] = 2;
  v[c] = a;
  return tell(a[i] + v[c][0]);
}
