// An object of no bytes.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = malloc(n);
  if (n == 0) {
    free(a);
    return 2;
  }
  a[0] = 1;
  return 0;
}
