//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (a + b < a) {
    assert((unsigned long)a + b > 0xffffffff);
    return 1;
  }
  return 0;
}
