// A product of two bytes, which overflows for the largest.
//@ brute: n in 0..16, m in 14..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, m;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_assume(n <= 16 & m >= 14 & m <= 16);
  unsigned char bytes = n * m;
  char *a = malloc(bytes);
  if (n == 0) return 1;
  a[n * m - 1] = 1; //~ FAULT out-of-bounds
  return 0;
}
