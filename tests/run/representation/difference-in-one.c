//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Differences and comparisons within an object do not depend on where it is.
int main(void) {
  static int v[8];
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 8);
  klee_assume(j < 8);
  int *p = &v[i], *q = &v[j];
  assert(p - q == i - j);
  assert((p < q) == (i < j));
  assert((p == q) == (i == j));
  return 0;
}
