// An index of eight bits that does not wrap around.
//@ paths: 2
//@ also: -O1, any paths
//@ brute: n in 0..255
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *a = calloc(300, 1);
  unsigned short n;
  klee_make_symbolic(&n, 2, "n");
  klee_assume(n <= 255);
  for (unsigned char i = 0; i < n; i++) a[i] = 1;
  if (n) klee_assert(a[n - 1] == 1);
  klee_assert(a[n] == 0);
  return 0;
}
