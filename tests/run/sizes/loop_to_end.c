// A loop that fills all of it.
//@ brute: n in 1..16, i in 0..15
//@ paths: 1
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
  int *a = malloc(n * sizeof(int));
  for (int k = 0; k < n; k++) a[k] = k - 3;
  klee_assert(a[i] == i - 3);
  return 0;
}
