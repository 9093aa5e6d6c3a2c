//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A write at a symbolic index; the sum of all elements does not depend on which it was.
int main(void) {
  int v[4] = {0};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  v[i] = 9;
  assert(v[0] + v[1] + v[2] + v[3] == 9);
  assert(v[i] == 9);
  return 0;
}
