// A structure that ends with an array of unknown length, which knows its length itself.
//@ brute: n in 0..16, i in 0..16
#include <klee/klee.h>
#include <stdlib.h>

struct list { int count; char item[]; };

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 16);
  struct list *l = malloc(sizeof *l + n);
  l->count = n;
  for (int k = 0; k < n; k++) l->item[k] = 3;
  if (i > l->count) return 1;
  return tell(l->item[i]); //~ FAULT out-of-bounds
}
