// What a loop fills on the heap, the element before its bound, at it and after it; one more is out of bounds.
//@ brute: n in 0..16, d in 0..3
#include <klee/klee.h>
#include <stdlib.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 3);
  int *a = calloc(n + 2, sizeof *a);
  for (int k = 0; k < n; k++) a[k] = 5;
  return tell(a[n - 1 + d]); //~ FAULT out-of-bounds
}
