// Each element is read after the loop wrote it: the loop is no copy.
//@ also: -O1
//@ also: -O2, any paths
//@ brute: n in 0..7
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[9] = "abcdefgh";
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 7);
  for (int i = 0; i < n; i++) a[i + 1] = a[i];
  klee_assert(a[n] == 'a');
  if (n < 7) klee_assert(a[n + 1] == 'b' + n);
  return 0;
}
