//@ paths: 3
//@ exit: 0,1,2
#include <klee/klee.h>
// The second input exists on one of the paths only.
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  if (x < 128)
    return 0;
  klee_make_symbolic(&y, 1, "y");
  if (y == 1)
    return 1;
  return 2;
}
