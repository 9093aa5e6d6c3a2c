// An object of any size must not be freed twice.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = malloc(n);
  free(a);
  if (n % 4 == 3) free(a); //~ FAULT double-free
  return tell(n);
}
