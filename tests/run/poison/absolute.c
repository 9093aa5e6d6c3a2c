//@ options: --check=poison
//@ cflags: -O1
//@ also: -O2
//@ paths: 3
//@ exit: 0
#include <klee/klee.h>
#include <stdlib.h>
static volatile int sink, five = 5;
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int size = abs(x);
  sink = size; // only moved
  if (size == five) //~ FAULT poison: the absolute value of the least number
    sink = 7;
  return 0;
}
