//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 1000);
  if (x * x == 1369)
    return 1;
  return 0;
}
