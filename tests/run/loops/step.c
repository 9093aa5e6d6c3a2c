//@ exit: 50,56
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A step of zero.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int step = x % 3 == 0 ? 0 : x % 3 == 1 ? 1 : 7, i = 0;
  while (i < 50) //~ FAULT infinite-loop
    i += step;
  return i;
}
