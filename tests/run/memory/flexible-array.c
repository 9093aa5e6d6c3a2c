//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
struct text { int n; char bytes[]; };
// Room for n bytes, and a terminator written at n.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  struct text *t = malloc(sizeof *t + 8);
  t->n = n;
  t->bytes[t->n] = 0; //~ FAULT out-of-bounds
  free(t);
  return 0;
}
