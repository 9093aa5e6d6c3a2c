// The last of an unknown number of integers.
//@ brute: n in 1..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  int *a = malloc(n * sizeof(int));
  a[n - 1] = -5;
  klee_assert(a[n - 1] == -5);
  return 0;
}
