// A loop that only counts.
//@ paths: 1
//@ also: -O1, any paths
//@ brute: n in 0..255
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  int count = 3;
  long far = 10;
  for (int i = 0; i < n; i++) count++, far -= 7;
  klee_assert(count == n + 3);
  klee_assert(far == 10 - 7l * n);
  return 0;
}
