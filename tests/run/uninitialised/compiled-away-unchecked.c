// As compiled-away.c: what is not known may be anything, and the run says so.
//@ options: -O 1
//@ paths: 4
//@ exit: 0
//@ exhaustive: no
//@ by-number
#include <klee/klee.h>
volatile int one, two, seen;
int main(void) {
  int c, x;
  klee_make_symbolic(&c, sizeof c, "c");
  if (c == 1)
    x = one;
  else if (c == 2)
    x = two + 3;
  if (x == 3)
    seen = 1;
  return 0;
}
