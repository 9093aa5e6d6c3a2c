//@ paths: 5
//@ exit: 0,1,2,3,4
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x < 0)
    return 0;
  else if (x == 0)
    return 1;
  else if (x < 10)
    return 2;
  else if (x < 100)
    return 3;
  return 4;
}
