// An array of unknown size, filled to its end and one beyond.
//@ brute: n in 1..16, more in 0..1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char more;
  klee_make_symbolic(&more, 1, "more");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  klee_assume(more <= 1);
  char *a = malloc(n);
  for (unsigned i = 0; i < n + more; i++)
    a[i] = 'x'; //~ FAULT out-of-bounds: write of 1 byte
  if (n) klee_assert(a[n - 1] == 'x');
  free(a);
  return 0;
}
