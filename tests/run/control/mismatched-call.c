//@ paths: 2
//@ exit: 1
//@ replay: off a call with the wrong type has no sanitizer
#include <klee/klee.h>
static int one(void) { return 1; }
static double *big(double *p, long n) { return p + n; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int (*f)(void) = one;
  if (x == 5)
    f = (int (*)(void))(void (*)(void))big;
  return f(); //~ FAULT mismatched-call
}
