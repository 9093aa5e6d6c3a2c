// From the stack to the heap.
//@ brute: n in 0..16, d in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 1);
  char v[n + 1], *a = malloc(n + 1);
  memset(v, 7, n + 1);
  memcpy(a, v, n + d);
  return tell(n ? a[n - 1] : 1);
}
