//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned __int128 x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned __int128 next = x + 1;
  if ((unsigned long)next == 0) {
    assert((unsigned long)(next >> 64) == (unsigned long)(x >> 64) + 1);
    return 1;
  }
  assert((next >> 64) == (x >> 64));
  return 0;
}
