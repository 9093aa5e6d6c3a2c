//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Neither condition can fail for any x: nothing forks and no assertion fires.
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(((unsigned)x & 1) < 2);
  assert(((unsigned)x | 1) != 0);
  return 0;
}
