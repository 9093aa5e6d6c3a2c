// An object that shrinks to an unknown size.
//@ brute: n in 1..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  char *a = malloc(16);
  for (int i = 0; i < 16; i++) a[i] = i;
  a = realloc(a, n);
  klee_assert(a[n - 1] == n - 1);
  return 0;
}
