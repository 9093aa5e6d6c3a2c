// A number of bytes that is a byte itself, for structures whose size is not a power of two.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct record { int first[4], last; };

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  unsigned char bytes = n * sizeof(struct record);
  struct record *a = malloc(bytes);
  if (n == 0) return 2;
  a[n - 1].last = 1; //~ FAULT out-of-bounds
  return 0;
}
