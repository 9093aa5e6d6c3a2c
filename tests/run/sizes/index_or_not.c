// An index that may be beyond the end.
//@ brute: n in 1..16, i in 0..16
//@ paths: 2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  klee_assume(i <= 16);
  char *a = malloc(n);
  memset(a, 1, n);
  return a[i] - 1; //~ FAULT out-of-bounds: read of 1 byte
}
