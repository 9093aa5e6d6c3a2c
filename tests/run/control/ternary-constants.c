//@ paths: 1
#include <assert.h>
#include <klee/klee.h>
// Constant arms make a select: a value, not a fork; the assertion holds without one.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int r = x > 100 ? 5 : 3;
  assert(r & 1);
  return 0;
}
