// Sizes up to what is reserved.
//@ options: --symbolic-size-capacity=200
//@ exit: 0,1
//@ paths: 2
//@ brute: n in 1..200
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 200);
  char *a = malloc(n);
  a[n - 1] = 1;
  if (n > 100) return 1;
  return 0;
}
