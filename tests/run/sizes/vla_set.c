// All of an array on the stack is set, by its own size.
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
  short v[n + 1];
  memset(v, 1, sizeof v);
  return tell(v[i] / 257); //~ FAULT out-of-bounds
}
