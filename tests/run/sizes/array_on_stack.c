// An array on the stack with a length that is not known, but for one element, and what follows it.
//@ brute: n in 0..16, i in 0..17
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 17);
  int v[n + 1];
  for (int k = 0; k <= n; k++) v[k] = k;
  return tell(v[i]); //~ FAULT out-of-bounds
}
