//@ paths: 2
//@ exit: 0,1
#include <stdint.h>
#include <klee/klee.h>
// A device register at a known address.
int main(void) {
  klee_define_fixed_object((void *)0x70000000, 8);
  volatile int *status = (volatile int *)(uintptr_t)0x70000000;
  int x = klee_int("x");
  status[0] = x;
  status[1] = 1;
  if (status[0] == 77)
    return 1;
  return 0;
}
