// One more than all of it is set.
//@ brute: n in 1..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  char *a = malloc(n);
  memset(a, 8, n + 1); //~ FAULT out-of-bounds: write
  return 0;
}
