// Objects of 10 MB: what a block covers costs nothing by the byte.
//@ memory: all but split
//@ paths: 7
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 10000000 };

int main(void) {
  unsigned n, k;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  char *a = malloc(SIZE), *b = malloc(SIZE);
  memset(a, 1, SIZE);
  memset(b, 2, SIZE);
  if (n > SIZE || k >= SIZE) return 0;
  memset(a, 7, n);
  memcpy(b, a, n);
  memmove(b + 1, b, n / 2);
  if (k && k < n / 2) klee_assert(b[k] == 7);
  if (k < n) klee_assert(a[k] == 7);
  else klee_assert(a[k] == 1);
  return 0;
}
