//@ paths: 4
//@ exit: 10,11,12,13
#include <stdlib.h>
#include <klee/klee.h>
// What the sides of a merge left behind can all still be: pointers, contents of the heap, locals of a callee.
static int *choose(int *a, int *b, unsigned char x) {
  int *p = a;
  klee_open_merge();
  if (x & 1)
    p = b;
  if (x & 2)
    *p += 10;
  klee_close_merge();
  return p;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *a = 1, *b = 2;
  int *p = choose(a, b, x);
  klee_assert(p == a || p == b);
  klee_assert((p == b) == (x & 1));
  if (*a + *b == 13)
    return p == a ? 10 : 11;
  klee_assert(*a == 1 && *b == 2);
  return p == a ? 12 : 13;
}
