// All of it is copied.
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
  char *b = malloc(n);
  memset(a, 8, n);
  a[i] = 9;
  memcpy(b, a, n);
  klee_assert(b[i] == 9);
  klee_assert(b[n - 1] == 8 + (i == n - 1));
  return 0;
}
