// What a loop fills, the element before it, at its bound and after it.
//@ brute: n in 0..16, d in 0..3
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 3);
  int a[20] = {0};
  for (int k = 0; k < n; k++) a[k + 1] = 5;
  return tell(a[n + d] + 10 * a[0]);
}
