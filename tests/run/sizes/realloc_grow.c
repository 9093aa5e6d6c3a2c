// An object of unknown size that grows by one byte.
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
  a[n - 1] = 4;
  a = realloc(a, n + 1);
  a[n] = 5;
  klee_assert(a[n - 1] == 4 && a[n] == 5);
  return 0;
}
