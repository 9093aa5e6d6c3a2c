//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
// x false; x true and y false; both true.
int main(void) {
  char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  if (x > 3 && y > 3)
    return 1;
  return 0;
}
