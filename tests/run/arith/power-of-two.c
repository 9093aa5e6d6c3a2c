//@ paths: 3
//@ exit: 0,1
//@ brute: x in 0..255
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x && !(x & (x - 1)))
    return 1;
  return 0;
}
