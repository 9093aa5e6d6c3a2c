// A known index, which some sizes have.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  int *a = malloc(n * sizeof *a);
  a[7] = 5; //~ FAULT out-of-bounds
  return a[7];
}
