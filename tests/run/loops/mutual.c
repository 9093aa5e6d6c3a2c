//@ exit: 3
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Two functions call each other, and both return to be called again.
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = x == 1 ? 7 : 8;
  while (!even(n)) //~ FAULT infinite-loop
    ;
  return 3;
}
