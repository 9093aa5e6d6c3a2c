//@ paths: 2
//@ exit: 11,22
#include <klee/klee.h>
static int counter = 10;
static void bump(int by) { counter += by; }
// Each path has globals of its own.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x & 1)
    bump(1);
  else
    bump(12);
  return counter;
}
