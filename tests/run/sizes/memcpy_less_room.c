// The destination is smaller by one.
//@ brute: n in 2..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 2);
  klee_assume(n <= 16);
  char *a = malloc(n);
  char *b = malloc(n - 1);
  memset(a, 8, n);
  memcpy(b, a, n); //~ FAULT out-of-bounds: write
  return 0;
}
