//@ paths: 5
//@ exit: 0,1
//@ by-number
//@ replay: off the system maps nothing there
#include <stdint.h>
#include <klee/klee.h>
// Vectors of an embedded system, in the first page. What of it nobody defined is null still.
int main(void) {
  klee_define_fixed_object((void *)0x40, 8);
  volatile unsigned char *low = (volatile unsigned char *)(uintptr_t)0x40;
  unsigned char x, i;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&i, 1, "i");
  low[3] = x;
  if (x == 1)
    return *(volatile unsigned char *)(uintptr_t)0x48; //~ FAULT null-dereference
  if (x == 2)
    return 0 * *(volatile unsigned char *)(uintptr_t)i; //~ FAULT null-dereference
  if (low[3] == 77)
    return 1;
  return 0;
}
