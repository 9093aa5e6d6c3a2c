//@ paths: 3
//@ exit: 0,1,2
#include <klee/klee.h>
// A value survives the way through a narrower type or it does not.
int main(void) {
  int x = klee_int("x");
  if ((signed char)x == x)
    return 0;
  if ((unsigned short)x == x)
    return 1;
  return 2;
}
