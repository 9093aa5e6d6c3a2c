//@ paths: 2
//@ tests: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  assert(x != 13); //~ FAULT assertion: x != 13
  return 0;
}
