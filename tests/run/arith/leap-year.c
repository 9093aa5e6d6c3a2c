//@ paths: 4
//@ exit: 0,1
#include <klee/klee.h>
// Not by 4; by 4 and not by 100; by 400; by 100 only.
int main(void) {
  unsigned short y;
  klee_make_symbolic(&y, sizeof y, "y");
  if ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0)
    return 1;
  return 0;
}
