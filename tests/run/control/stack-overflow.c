//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
static int down(int n) { return n == 1 ? 0 : 1 + down(n + 2); } //~ FAULT stack-overflow
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 200)
    return down(2);
  return 0;
}
