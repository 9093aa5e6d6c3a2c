// A product is checked for overflow, so that no access is out of bounds.
//@ brute: n in 0..16, m in 0..40
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 16 & m <= 40);
  unsigned char bytes;
  if (__builtin_mul_overflow(n, m, &bytes)) return 1;
  if (bytes == 0) return 2;
  char *a = malloc(bytes);
  a[n * m - 1] = 4;
  return tell(a[n * m - 1]);
}
