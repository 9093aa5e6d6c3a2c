// A number that is the address of one of several objects, or null, or lies behind one of them.
//@ by-number
//@ exit: 0
//@ replay: off what lies behind an object is not the same natively
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uintptr_t table[4];
  for (int k = 0; k < 3; k++) {
    int *x = malloc(sizeof *x);
    *x = k;
    table[k] = (uintptr_t)x ^ 0xff00;
  }
  table[3] = 0xff00;
  unsigned char i, far;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&far, 1, "far");
  klee_assume(i < 4);
  klee_assume(far < 2);
  int *x = (int *)((table[i] ^ 0xff00) + 4 * (far & (i == 1)));
  int value = *x; //~ FAULT null-dereference //~ FAULT wild-pointer
  klee_assert(value == i);
  return 0;
}
