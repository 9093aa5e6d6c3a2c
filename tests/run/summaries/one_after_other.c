// A loop begins where the one before ended.
//@ brute: n in 0..16, m in 0..16, at in 0..2
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, at;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&at, 1, "at");
  klee_assume(n <= 16 & m <= 16 & at <= 2);
  short a[34] = {0};
  int k;
  for (k = 0; k < n; k++) a[k + 1] = 1;
  for (; k < n + m; k++) a[k + 1] = 2;
  return tell(a[at == 0 ? n : at == 1 ? n + 1 : n + m] + 10 * a[n + m + 1]);
}
