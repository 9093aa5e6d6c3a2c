//@ paths: 3
//@ exit: 0,1,2
#include <klee/klee.h>
int main(void) {
  long x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == (int)x)
    return 0;
  if (x > 0)
    return 1;
  return 2;
}
