// Two objects whose sizes add up, one copied behind the other.
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
  char *a = malloc(n), *b = malloc(16 - n), *both = malloc(16);
  memset(a, 1, n);
  memset(b, 2, 16 - n);
  memcpy(both, a, n);
  memcpy(both + n, b, 16 - n);
  return tell(both[i]); //~ FAULT out-of-bounds
}
