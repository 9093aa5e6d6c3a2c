//@ options: --check=infinite-loop
#include <klee/klee.h>
// The greatest common divisor by subtraction, which does not end if one number is 0.
int main(void) {
  unsigned a = klee_range(0, 5, "a"), b = klee_range(0, 5, "b");
  while (a != b) { //~ FAULT infinite-loop
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return 0;
}
