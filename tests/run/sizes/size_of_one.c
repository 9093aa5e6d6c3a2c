// An object that is as large as one of two others.
//@ brute: n in 0..16, c in 0..1, i in 0..17
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, c, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & c <= 1 & i <= 17);
  int lengths[2] = {n, 16 - n};
  char *a = calloc(lengths[c] + 1, 1);
  return tell(a[i] + 2); //~ FAULT out-of-bounds
}
