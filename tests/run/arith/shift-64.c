//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  volatile unsigned long x = 1;
  x = x << n; //~ FAULT overshift
  return 0;
}
