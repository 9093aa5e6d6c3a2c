// A loop that goes one too far.
//@ brute: n in 1..16
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  int *a = malloc(n * sizeof(int));
  for (int k = 0; k <= n; k++)
    a[k] = k; //~ FAULT out-of-bounds: write of 4 bytes
  return 0;
}
