//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..255
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  signed char x;
  klee_make_symbolic(&x, 1, "x");
  float f = x;
  assert((int)f == x);
  if (f * 0.5f > 50.25f)
    return 1;
  return 0;
}
