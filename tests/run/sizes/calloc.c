// Memory of unknown size that is zero.
//@ brute: n in 1..16, i in 0..15
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  klee_assume(i < n);
  int *a = calloc(n, sizeof(int));
  klee_assert(a[i] == 0);
  a[i] = 9;
  klee_assert(a[n - 1] == (i == n - 1) * 9);
  return 0;
}
