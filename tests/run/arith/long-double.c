//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..255
#include <klee/klee.h>
int main(void) {
  signed char x;
  klee_make_symbolic(&x, 1, "x");
  long double y = x;
  if (y + 0.5L > 100)
    return 1;
  return 0;
}
