// A pointer that goes to the end.
//@ brute: n in 0..16, d in 0..2
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 2);
  int a[19] = {0}, *end = a + 1 + n;
  for (int *p = a + 1; p < end; p++) *p = 3;
  return tell(end[d - 1] + 10 * a[0]);
}
