//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A loop of gotos.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = 3;
again:
  if (n == 0) //~ FAULT infinite-loop
    return 0;
  if (x != 1)
    n--;
  goto again;
}
