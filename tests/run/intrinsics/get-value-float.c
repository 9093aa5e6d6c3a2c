//@ paths: 1
//@ by-number
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume((x == 1.5) | (x == 2.5));
  double value = klee_get_valued(x);
  assert(value == 1.5 || value == 2.5);
  float narrow = klee_get_valuef((float)x);
  assert(narrow == 1.5f || narrow == 2.5f);
  return 0;
}
