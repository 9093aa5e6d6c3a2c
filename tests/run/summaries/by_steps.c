// The bound grows by two for each.
//@ brute: n in 0..16, i in 0..33
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 33);
  char a[34] = {0};
  for (int k = 0; k < 2 * n; k++) a[k] = 6;
  return tell(a[i]);
}
