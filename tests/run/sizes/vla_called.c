// An array on the stack of each call, half as long as that of the caller.
//@ brute: n in 0..16, i in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int ends(unsigned n, unsigned i, char *outer) {
  char inner[n / 2 + 1];
  memset(inner, 2, n / 2 + 1);
  return inner[n / 2] + outer[n + i]; //~ FAULT out-of-bounds
}

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 1);
  char outer[n + 1];
  memset(outer, 1, n + 1);
  return tell(ends(n, i, outer));
}
