// The bound is the least of two.
//@ brute: n in 0..16, m in 0..16, d in 0..1
#include <klee/klee.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & m <= 16 & d <= 1);
  char a[18] = {0};
  int least = n < m ? n : m;
  for (int k = 0; k < least; k++) a[k + 1] = 2;
  return tell(a[least + d]);
}
