// An object of unknown size becomes one of known size.
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
  a = realloc(a, 20);
  a[19] = 1;
  klee_assert(a[n - 1] == 4);
  return 0;
}
