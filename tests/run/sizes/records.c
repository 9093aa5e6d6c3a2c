// A field of one of an unknown number of structures.
//@ brute: n in 0..16, i in 0..17
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct record { char key; int value; };

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 17);
  struct record *a = calloc(n, sizeof *a);
  for (int k = 0; k < n; k++) a[k].value = k;
  return tell(a[i].value); //~ FAULT out-of-bounds
}
