//@ paths: 3
//@ tests: 3
//@ exit: 0,1,2
#include <klee/klee.h>
// Zero, negative, positive.
static int sign(int x) {
  if (x == 0)
    return 0;
  if (x < 0)
    return 1;
  return 2;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  return sign(x);
}
