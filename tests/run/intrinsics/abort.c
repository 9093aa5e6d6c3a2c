//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 10)
    klee_abort(); //~ FAULT abort
  return 0;
}
