//@ paths: 2
//@ exit: 0
//@ replay: off a trap is another signal natively
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 5)
    __builtin_trap(); //~ FAULT abort
  return 0;
}
