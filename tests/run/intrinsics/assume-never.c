//@ exit: 0
//@ replay: off an assumption that cannot hold
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 3)
    klee_assume(x == 4); //~ FAULT misuse
  return 0;
}
