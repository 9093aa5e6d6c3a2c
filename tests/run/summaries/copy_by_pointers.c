// Two pointers that move until one meets the end.
//@ paths: 1
//@ also: -O1, any paths
//@ also: -O2, any paths
//@ brute: n in 0..8, j in 0..7
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int from[8], to[8] = {0};
  for (int i = 0; i < 8; i++) from[i] = 1000 * i + 1;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 8);
  klee_assume(j < 8);
  int *p = from, *q = to, *end = from + n;
  while (p != end) *q++ = *p++;
  klee_assert(q == to + n);
  klee_assert(to[j] == (j < n) * (1000 * j + 1));
  return 0;
}
