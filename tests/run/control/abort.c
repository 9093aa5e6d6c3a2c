//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 200)
    abort(); //~ FAULT abort
  return 0;
}
