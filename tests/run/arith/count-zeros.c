//@ paths: 4
//@ exit: 0,1,2,3
//@ brute: x in 0..255
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 0)
    return 3;
  if (__builtin_ctz(x) == 7)
    return 2;
  if (__builtin_clz(x) == 24)
    return 1;
  return 0;
}
