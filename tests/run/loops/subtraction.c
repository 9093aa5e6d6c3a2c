//@ exit: 6
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The greatest common divisor by subtraction, of a number and zero.
static unsigned divisor(unsigned a, unsigned b) {
  while (a != b) //~ FAULT infinite-loop
    if (a > b)
      a -= b;
    else
      b -= a;
  return a;
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  return x == 0 ? divisor(12, 0) : divisor(12, 18);
}
