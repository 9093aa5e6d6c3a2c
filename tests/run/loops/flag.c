//@ exit: 1
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A flag that nobody sets.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  volatile int flag = x == 7;
  while (!flag) //~ FAULT infinite-loop
    ;
  return 1;
}
