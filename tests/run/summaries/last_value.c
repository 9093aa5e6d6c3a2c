// What the last round read is used after the loop.
//@ also: -O1, any paths
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[8] = "abcdefg", b[8] = {0}, last = 'z';
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  for (int i = 0; i < n; i++) {
    last = a[i];
    b[i] = last;
  }
  klee_assert(last == (n ? a[n - 1] : 'z'));
  return 0;
}
