//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x != x)
    return 1;
  assert((x <= 0) | (x >= 0));
  return 0;
}
