// The size of an object lies in another one of unknown size.
//@ brute: n in 0..16, i in 0..17
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 17);
  unsigned char *sizes = malloc(n + 1);
  sizes[n] = n + 1;
  char *a = calloc(sizes[n], 1);
  return tell(a[i] + 1); //~ FAULT out-of-bounds
}
