//@ also: -O1, any paths
//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
// Comparing pointers does not dereference them: one branch.
int main(void) {
  char *v[3] = {malloc(1), malloc(1), malloc(1)};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 3);
  klee_assume(j < 3);
  if (v[i] == v[j]) {
    assert(i == j);
    return 1;
  }
  assert(i != j);
  return 0;
}
