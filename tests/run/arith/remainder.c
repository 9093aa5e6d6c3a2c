//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  signed char y;
  klee_make_symbolic(&y, 1, "y");
  klee_assume((x > -20) & (x < 30));
  if (x % y == -2) //~ FAULT division-by-zero
    return 1;
  return 0;
}
