// The object from before is gone.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = calloc(n + 1, 1);
  char *volatile old = a;
  a = realloc(a, n + 2);
  if (n < 5) return 1;
  return *old; //~ FAULT use-after-free
}
