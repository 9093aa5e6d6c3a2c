//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 0)
    return 1;
  return 0;
}
