//@ paths: 2
//@ tests: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  volatile int v[10] = {0};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 10);
  (void)v[i]; //~ FAULT out-of-bounds
  return 0;
}
