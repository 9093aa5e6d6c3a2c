//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assert(x != 10); //~ FAULT assertion: x != 10
  return 0;
}
