// All of it is set.
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
  char *a = malloc(n);
  memset(a, 8, n);
  klee_assert(a[i] == 8);
  return 0;
}
