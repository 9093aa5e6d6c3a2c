//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Recursion goes down and comes up, again and again.
static int down(int n) { return n ? 1 + down(n - 1) : 0; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  while (x == 5) //~ FAULT infinite-loop
    down(7);
  return 0;
}
