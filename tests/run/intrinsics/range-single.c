//@ paths: 2
//@ exit: 5,6
#include <klee/klee.h>
// A range of one value is that value; tests have no object for it.
int main(void) {
  int x = klee_range(5, 6, "x");
  int y = klee_range(0, 2, "y");
  if (y)
    return x;
  return 6;
}
