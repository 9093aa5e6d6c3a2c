//@ paths: 4
//@ exit: 0,1,2,3
#include <klee/klee.h>
// The inner conditions differ, so four of the four combinations exist.
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x < 100) {
    if (y < 10)
      return 0;
    return 1;
  }
  if (y == 255)
    return 2;
  return 3;
}
