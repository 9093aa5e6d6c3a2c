//@ paths: 2
//@ exit: 0
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  int x, *p = &x;
  if (c == 1)
    p = (int *)(uintptr_t)0xdead0000beef0000;
  *p = 1; //~ FAULT wild-pointer
  return 0;
}
