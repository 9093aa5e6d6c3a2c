// Comparisons of more bytes than fit in a few words, and of a length that is not known, are values.
//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..3, n in 0..7
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char x, n;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&n, 1, "n");
  klee_assume((x < 4) & (n < 8));
  char *a = calloc(1000, 1), *b = calloc(1000, 1);
  a[900] = x;
  b[900] = 1;
  int r = memcmp(a, b, 1000);
  klee_assert((r > 0) - (r < 0) == (x > 1) - (x < 1));
  int s = memcmp(a + 897, b + 897, n);
  klee_assert((s == 0) == ((n < 4) | (x == 1)));
  if (r == 0)
    return 1;
  return 0;
}
