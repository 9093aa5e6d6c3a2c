//@ exit: 0,1
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A counter of sixteen bits passes 300.
int main(void) {
  unsigned char x;
  unsigned short i;
  klee_make_symbolic(&x, 1, "x");
  int last = x == 1 ? 300 : 254;
  for (i = 0; i <= last; i++)
    ;
  return i > 255;
}
