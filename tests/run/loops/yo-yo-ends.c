//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// It comes up with one less each time.
static int down(int n) { return n ? 1 + down(n - 1) : 0; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = x == 5 ? 30 : 20;
  while (n)
    n = down(n - 1);
  return 0;
}
