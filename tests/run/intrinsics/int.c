//@ paths: 3
//@ exit: 0,1,2
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  if (x < y)
    return 0;
  if (x > y)
    return 1;
  return 2;
}
