//@ paths: 2
//@ exit: 0,5
//@ brute: x in 0..255
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
static void bye(void) { puts("bye"); }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x > 9) {
    atexit(bye);
    return 5;
  }
  return 0;
}
