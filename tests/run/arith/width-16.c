//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// 16-bit arithmetic: the only x with x * 3 == 30000 in 16 bits is 10000, as 3 is odd.
int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  if ((unsigned short)(x * 3) == 30000)
    return 1;
  return 0;
}
