//@ also: -O1, any paths
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A pointer copied byte by byte is the pointer.
static void copy(void *to, const void *from, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    ((char *)to)[i] = ((const char *)from)[i];
}
int main(void) {
  int a = 1, b = 2, x;
  char c;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&x, sizeof x, "x");
  int *p = c ? &a : &b, *q;
  copy(&q, &p, sizeof q);
  *q = x;
  assert(*p == x);
  return 0;
}
