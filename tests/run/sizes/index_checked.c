// An index that was checked.
//@ brute: n in 0..16, i in 0..17
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16);
  char *a = malloc(n);
  if (i >= n) return 1;
  a[i] = 7;
  klee_assert(a[i] == 7);
  return 0;
}
