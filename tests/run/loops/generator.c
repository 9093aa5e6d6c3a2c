//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A generator of period 256 comes to every number.
int main(void) {
  unsigned char x, n = 1;
  klee_make_symbolic(&x, 1, "x");
  unsigned char wanted = x == 1 ? 200 : 0;
  while (n != wanted)
    n = n * 5 + 3;
  return 0;
}
