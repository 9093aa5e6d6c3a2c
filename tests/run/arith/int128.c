//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Whether a product of two words needs a second word.
int main(void) {
  unsigned long x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(y < 4);
  unsigned __int128 product = (unsigned __int128)x * y;
  if (product >> 64)
    return 1;
  return 0;
}
