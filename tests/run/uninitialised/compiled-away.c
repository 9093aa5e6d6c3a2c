// At -O1 the variable is no memory any more, but a value that the compiler left undefined.
//@ options: -O 1 --check=uninitialised
//@ paths: 3
#include <klee/klee.h>
volatile int one, two, seen;
int main(void) {
  int c, x;
  klee_make_symbolic(&c, sizeof c, "c");
  if (c == 1)
    x = one;
  else if (c == 2)
    x = two + 3;
  if (x == 3) //~ FAULT uninitialised-use: a decision depends on a variable that was never set
    seen = 1;
  return 0;
}
