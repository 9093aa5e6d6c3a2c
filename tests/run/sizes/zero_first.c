// The first element, if there is one.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  int *a = calloc(n, sizeof *a);
  return a[0]; //~ FAULT out-of-bounds
}
