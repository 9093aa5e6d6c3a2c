//@ paths: 4
//@ exit: 0,1,2,3
#include <klee/klee.h>
// Labels that agree in their low 32 bits.
int main(void) {
  unsigned long x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
  case 1: return 1;
  case 0x100000001ul: return 2;
  case 0x8000000000000000ul: return 3;
  default: return 0;
  }
}
