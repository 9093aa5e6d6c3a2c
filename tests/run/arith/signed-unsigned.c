//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Compared with an unsigned number, -1 is large.
int main(void) {
  int x = klee_int("x");
  if (x < 2u)
    return 1;
  return 0;
}
