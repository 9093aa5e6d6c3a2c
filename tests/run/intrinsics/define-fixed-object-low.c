//@ paths: 5
//@ exit: 0,1
//@ by-number
//@ replay: off the system maps nothing there
#include <stdint.h>
#include <klee/klee.h>
// Vectors of an embedded system, in the first page. What of it nobody defined is null still.
int main(void) {
  volatile unsigned char *low = (volatile unsigned char *)(uintptr_t)0x40;
  klee_define_fixed_object((void *)low, 8);
  unsigned char x, i;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&i, 1, "i");
  low[3] = x;
  if (x == 1)
    return *(volatile unsigned char *)(uintptr_t)0x48; //~ FAULT null-dereference
  if (x == 2)
    return 0 * *(low - 0x40 + i); //~ FAULT null-dereference
  if (low[3] == 77)
    return 1;
  return 0;
}
