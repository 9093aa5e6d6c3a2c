//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x / 10 == 7 && x % 10 == 0)
    return 1;
  return 0;
}
