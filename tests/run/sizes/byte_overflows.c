// A number of bytes that is a byte itself.
//@ brute: n in 0..16, i in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 1);
  unsigned char bytes = n * sizeof(long) * 4;
  long *a = malloc(bytes);
  if (n == 0) return 2;
  a[4 * n - 1 - i] = 1; //~ FAULT out-of-bounds
  return 0;
}
