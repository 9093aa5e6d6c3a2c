//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Negating the least integer leaves it negative.
int main(void) {
  int x = klee_int("x");
  unsigned mask = -(unsigned)(x < 0);
  int absolute = (int)(((unsigned)x ^ mask) - mask);
  assert(absolute >= 0); //~ FAULT assertion
  return 0;
}
