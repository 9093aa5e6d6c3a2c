// Each element is its own index, and is asserted to be.
//@ brute: n in 0..16, i in 0..16
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 16);
  long a[17];
  for (int k = 0; k < 17; k++) a[k] = 50;
  for (int k = 0; k < n; k++) a[k] = k;
  if (i < n) klee_assert(a[i] == i);
  return tell(a[i]);
}
