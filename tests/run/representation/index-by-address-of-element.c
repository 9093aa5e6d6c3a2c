//@ by-number
//@ exit: 0
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// The address of an element at a symbolic index, used as a number and masked to stay in bounds.
int main(void) {
  static unsigned char seen[64];
  static int v[4];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  uintptr_t number = (uintptr_t)&v[i];
  seen[(number / sizeof *v) % 64] = 1;
  if ((uintptr_t)&v[0] + 4 * i != number)
    return 1;
  return 0;
}
