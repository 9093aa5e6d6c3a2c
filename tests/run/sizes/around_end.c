// The element before the end of an object of unknown size, the one at the end and the one behind it; there may be none.
//@ brute: n in 0..16, d in 0..2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 2);
  short *a = malloc(n * sizeof *a);
  a[n + d - 1] = 5; //~ FAULT out-of-bounds
  return a[n - 1];
}
