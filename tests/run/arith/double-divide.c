//@ paths: 3
//@ exit: 0,1,2
//@ brute: x in 0..255
#include <klee/klee.h>
// Division of floats by zero is no fault.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  double q = 1.0 / x;
  if (q > 2)
    return 1;
  if (q == 0.125)
    return 2;
  return 0;
}
