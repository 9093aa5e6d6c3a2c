//@ paths: 3
//@ tests: 3
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Two sites, each its own fault.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  assert(x != 13);  //~ FAULT assertion
  assert(x < 200); //~ FAULT assertion
  return 0;
}
