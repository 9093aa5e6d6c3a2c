// From one bound to another, which may be less.
//@ brute: n in 0..16, m in 0..16, at in 0..3
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
  klee_assume(n <= 16 & m <= 16 & at <= 3);
  char a[18] = {0};
  for (int k = m; k < n; k++) a[k + 1] = 7;
  return tell(a[at == 0 ? m : at == 1 ? m + 1 : at == 2 ? n : n + 1]);
}
