//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..255
#include <klee/klee.h>
// The second and the third branch follow from the first: they do not fork.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int r = 0;
  if (x < 10)
    r = 1;
  if (x < 10 && r == 0)
    r = 7;
  if (x >= 10 && r == 1)
    r = 8;
  return r;
}
